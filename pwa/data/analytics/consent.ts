import { createPageStorage } from '../page-storage.ts';

/** Its own, for the page that asks needs nothing else of the data layer. */
const storage = createPageStorage(() => localStorage);
const KEY = 'nankeen.countVisits';
const listeners = new Set<() => void>();

/** Whether the person has agreed that the pages they open are counted; not until they say so. */
export function hasConsent(): boolean {
  return storage.getItem(KEY) === 'yes';
}

export function setConsent(isGiven: boolean): void {
  if (isGiven) storage.setItem(KEY, 'yes');
  else storage.removeItem(KEY);
  for (const listener of listeners) listener();
}

export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
