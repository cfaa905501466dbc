import { createStore } from '#pwa/create-store.ts';
import { createPageStorage } from '../store/page-storage.ts';

/** Separate from the app's storage, because the page that asks for consent loads nothing else of the data layer. */
const storage = createPageStorage(() => localStorage);
const KEY = 'nankeen.countVisits';

/** Whether the person has agreed that their page views are counted; `false` until they do. */
export const consent = createStore(storage.getItem(KEY) === 'yes');

export function setConsent(isGiven: boolean): void {
  if (isGiven) storage.setItem(KEY, 'yes');
  else storage.removeItem(KEY);
  consent.set(isGiven);
}
