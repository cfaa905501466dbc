/** Settles in a task of its own: what the browser has to do meanwhile, such as answering a tap, comes first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
