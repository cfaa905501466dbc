/** The task runs after this long however busy the page is. */
const LATEST_MS = 3000;

/** Runs a task when the page is idle. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: LATEST_MS });
  else setTimeout(task, 200);
}
