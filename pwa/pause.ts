/** Resolves in a new task, so that the browser can handle input in between. */
export function nextTask(): Promise<void> {
  return pause(0);
}

export function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
