import { createStore } from '#pwa/create-store.ts';
import { nextTask } from '#pwa/next-task.ts';
import type { Shop } from './shop.ts';
import { storeTrouble } from './store-trouble.ts';

let opening: Promise<Shop> | undefined;
let isRetired = false;

let begin = () => {};
let whenDue: Promise<void> = Promise.resolve();

/** Screens do with what they have until then, and the page is the person's meanwhile; `whenShop` ends the wait. */
export function putOffOpening(until: Promise<unknown>): void {
  whenDue = new Promise((resolve) => {
    begin = resolve;
    void until.finally(resolve);
  });
}

/** The open local store, for whoever only shows what is in it. */
export async function whenShopIsDue(): Promise<Shop> {
  await whenDue;
  return whenShop();
}

/** The open local store. The first call opens it; database and replication are loaded only then. */
export function whenShop(): Promise<Shop> {
  begin();
  const present = opening ?? open();
  opening = present;
  present.catch(() => {
    if (opening === present) opening = undefined;
  });
  return present;
}

/** Changes whenever another store is opened. */
export const shopGeneration = createStore(0);

let replacing: Promise<void> = Promise.resolve();

/** Closes the open store and opens the one that is right after a change; one replacement at a time. */
export function replaceShop(change: () => void = () => undefined): Promise<void> {
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
      shopGeneration.set(shopGeneration.read() + 1);
      await opening;
    });
  return replacing;
}

/** Lets go of the store for as long as the page lives: whoever asks for it waits in vain. */
async function retireShop(): Promise<void> {
  if (isRetired) return;
  isRetired = true;
  const old = opening;
  opening = new Promise(() => undefined);
  shopGeneration.set(shopGeneration.read() + 1);
  storeTrouble.set('superseded');
  await (await old?.catch(() => undefined))?.close();
}

/** A connection that was lost is opened once more; one that is lost again at once is trouble. */
const AGAIN_MS = 5000;
let lastLostAt = Number.NEGATIVE_INFINITY;

/** All connections of a store are lost together: the first one's word counts. */
function reopenOnce(lost: number): void {
  if (lost !== shopGeneration.read() || isRetired || storeTrouble.read()) return;
  const now = Date.now();
  if (now - lastLostAt < AGAIN_MS) return storeTrouble.set('unopened');
  lastLostAt = now;
  replaceShop().catch(() => undefined);
}

async function open(): Promise<Shop> {
  // To ask for its code, to run that and to open the store are much work each: the page answers in between.
  await nextTask();
  const { openShop } = await import('./shop.ts');
  await nextTask();
  const opened = shopGeneration.read();
  const events = { onLost: () => reopenOnce(opened), onSuperseded: () => void retireShop() };
  try {
    // A store that was just being closed opens at the second attempt.
    const shop = await openShop(events).catch(() => openShop(events));
    storeTrouble.set(undefined);
    return shop;
  } catch (error) {
    storeTrouble.set('unopened');
    throw error;
  }
}
