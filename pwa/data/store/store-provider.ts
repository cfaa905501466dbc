import { createStore } from '#pwa/create-store.ts';
import { nextTask } from '#pwa/next-task.ts';
import type { LocalStore } from './local-store.ts';
import { storeError } from './store-error.ts';

let opening: Promise<LocalStore> | undefined;
let isRetired = false;

let begin = () => {};
let whenDue: Promise<void> = Promise.resolve();

/** Screens do with what they have until then, and the page is the person's meanwhile; `whenShop` ends the wait. */
export function deferOpening(until: Promise<unknown>): void {
  whenDue = new Promise((resolve) => {
    begin = resolve;
    void until.finally(resolve);
  });
}

/** The open local store, for whoever only shows what is in it. */
export async function whenStoreIsDue(): Promise<LocalStore> {
  await whenDue;
  return whenStore();
}

/** The open local store. The first call opens it; database and replication are loaded only then. */
export function whenStore(): Promise<LocalStore> {
  begin();
  const present = opening ?? open();
  opening = present;
  present.catch(() => {
    if (opening === present) opening = undefined;
  });
  return present;
}

/** Changes whenever another store is opened. */
export const storeGeneration = createStore(0);

let replacing: Promise<void> = Promise.resolve();

/** Closes the open store and opens the one that is right after a change; one replacement at a time. */
export function replaceStore(change: () => void = () => undefined): Promise<void> {
  replacing = replacing
    .catch(() => undefined)
    .then(async () => {
      const old = opening;
      opening = (async () => {
        // Whoever asks for the store meanwhile waits for the new one.
        await (await old?.catch(() => undefined))?.close();
        change();
        return open();
      })();
      storeGeneration.set(storeGeneration.read() + 1);
      await opening;
    });
  return replacing;
}

/** Lets go of the store for as long as the page lives: whoever asks for it waits in vain. */
async function retireStore(): Promise<void> {
  if (isRetired) return;
  isRetired = true;
  const old = opening;
  opening = new Promise(() => undefined);
  storeGeneration.set(storeGeneration.read() + 1);
  storeError.set('superseded');
  await (await old?.catch(() => undefined))?.close();
}

/** A connection that was lost is opened once more; one that is lost again at once is trouble. */
const AGAIN_MS = 5000;
let lastLostAt = Number.NEGATIVE_INFINITY;

/** All connections of a store are lost together: the first one's word counts. */
function reopenOnce(lost: number): void {
  if (lost !== storeGeneration.read() || isRetired || storeError.read()) return;
  const now = Date.now();
  if (now - lastLostAt < AGAIN_MS) return storeError.set('unopened');
  lastLostAt = now;
  replaceStore().catch(() => undefined);
}

async function open(): Promise<LocalStore> {
  // To ask for its code, to run that and to open the store are much work each: the page answers in between.
  await nextTask();
  const { openLocalStore } = await import('./local-store.ts');
  await nextTask();
  const opened = storeGeneration.read();
  const events = { onLost: () => reopenOnce(opened), onSuperseded: () => void retireStore() };
  try {
    // A store that was just being closed opens at the second attempt.
    const store = await openLocalStore(events).catch(() => openLocalStore(events));
    storeError.set(undefined);
    return store;
  } catch (error) {
    storeError.set('unopened');
    throw error;
  }
}
