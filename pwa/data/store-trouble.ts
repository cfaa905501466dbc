/**
 * What keeps this page from its local store: `unopened`, the browser doesn't open it; `superseded`, a newer version of
 * the app has taken it over.
 */
export type StoreTrouble = 'unopened' | 'superseded';

let current: StoreTrouble | undefined;
const listeners = new Set<() => void>();

export function readStoreTrouble(): StoreTrouble | undefined {
  return current;
}

export function subscribeStoreTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellStoreTrouble(trouble: StoreTrouble | undefined): void {
  if (trouble === current) return;
  current = trouble;
  for (const listener of listeners) listener();
}
