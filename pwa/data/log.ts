import { isBrowserOnline } from './is-browser-online.ts';

/** Logs an error. All console output of the app goes through this file. */
export function logError(text: string, cause: unknown): void {
  console.error(text, cause);
}

/** Logs an expected failure, such as a request that got no response. While the browser is offline all requests fail. */
export function logNotice(text: string, cause: unknown): void {
  if (isBrowserOnline()) console.info(text, cause instanceof Error ? cause.message : cause);
}
