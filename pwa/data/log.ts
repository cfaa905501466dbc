/** The app's only way to the console. */
export function logError(text: string, cause: unknown): void {
  console.error(text, cause);
}

/** For what is expected to happen now and then, such as a request while offline. */
export function logNotice(text: string, cause: unknown): void {
  console.info(text, cause instanceof Error ? cause.message : cause);
}
