/** Logs an error. All console output of the app goes through this file. */
export function logError(text: string, cause: unknown): void {
  console.error(text, cause);
}

/** Logs an expected failure, such as a request while offline. */
export function logNotice(text: string, cause: unknown): void {
  console.info(text, cause instanceof Error ? cause.message : cause);
}
