/** Whether the browser has a network. Servers and tests have no browser to ask. */
export function isBrowserOnline(): boolean {
  return globalThis.navigator?.onLine ?? true;
}
