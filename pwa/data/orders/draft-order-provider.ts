import { systemClock } from '#shared/kernel/clock.ts';
import { createStore } from '#pwa/create-store.ts';
import { untilSaved } from '../store/unfinished-work.ts';
import { requestPersistenceOnce } from '../store/persistence.ts';
import { withQuota } from '../store/quota.ts';
import { watchedStorage } from '../store/watched-storage.ts';
import { openDraftOrderDatabase, type DraftOrderParts } from './draft-order-store.ts';

/** Rises with the layout of what is in it. */
const DATABASE_NAME = 'nankeen_draft_orders';

let opening: Promise<DraftOrderParts> | undefined;

/** The store of draft orders; the first call opens it. */
export function whenDraftOrders(): Promise<DraftOrderParts> {
  const present = opening ?? open();
  opening = present;
  present.catch(() => {
    if (opening === present) opening = undefined;
  });
  return present;
}

/** Changes whenever it has to be opened anew. */
export const draftOrderGeneration = createStore(0);

/** Does something to the draft orders; until it is done no new version of the app takes over. */
export function changeDraftOrders<Result>(
  change: (parts: DraftOrderParts) => Promise<Result>,
): Promise<Result> {
  // One after the other: of two changes of a draft order the later one stays.
  const changed = changing.then(async () => {
    const parts = await whenDraftOrders();
    const result = await withQuota(() => change(parts));
    void requestPersistenceOnce();
    return result;
  });
  changing = changed.catch(() => undefined);
  return untilSaved(() => changed);
}

let changing: Promise<unknown> = Promise.resolve();

async function open(): Promise<DraftOrderParts> {
  const letGo = () => {
    opening = undefined;
    draftOrderGeneration.set(draftOrderGeneration.read() + 1);
  };
  const storage = watchedStorage({ onLost: letGo, onSuperseded: letGo });
  return { database: await openDraftOrderDatabase(DATABASE_NAME, storage), clock: systemClock };
}
