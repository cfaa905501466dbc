/** At the latest it is then, however busy the page is. */
const LATEST_MS = 3000;

/** Runs a task when the page has nothing else to do. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: LATEST_MS });
  else setTimeout(task, 200);
}
