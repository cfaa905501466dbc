import { createStore } from '#pwa/create-store.ts';
import { createPageStorage } from '../store/page-storage.ts';

/** Its own, for the page that asks needs nothing else of the data layer. */
const storage = createPageStorage(() => localStorage);
const KEY = 'nankeen.countVisits';

/** Whether the person has agreed that the pages they open are counted; not until they say so. */
export const consent = createStore(storage.getItem(KEY) === 'yes');

export function setConsent(isGiven: boolean): void {
  if (isGiven) storage.setItem(KEY, 'yes');
  else storage.removeItem(KEY);
  consent.set(isGiven);
}
