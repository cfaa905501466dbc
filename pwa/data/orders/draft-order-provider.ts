import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import { requestPersistenceOnce } from '../store/persistence.ts';
import type { Quota } from '../store/quota.ts';
import { untilSaved } from '../store/unfinished-work.ts';
import type { StorageEvents } from '../store/watched-storage.ts';
import type { DraftOrderParts } from './draft-order-store.ts';

export type OpenDraftOrders = (events: StorageEvents) => Promise<DraftOrderParts>;

/** The device's store of draft orders, opened on first use. */
export interface DraftOrderProvider {
  whenOpen(): Promise<DraftOrderParts>;
  /** Changes draft orders, one change at a time; blocks updates of the app until it is done. */
  change<Result>(change: (parts: DraftOrderParts) => Promise<Result>): Promise<Result>;
  /** Changes when the store has to be reopened. */
  readonly generation: ReadableStore<number>;
}

export function createDraftOrderProvider(quota: Quota, openDraftOrders: OpenDraftOrders): DraftOrderProvider {
  const generation = createStore(0);
  let opening: Promise<DraftOrderParts> | undefined;
  let changing: Promise<unknown> = Promise.resolve();

  function whenOpen(): Promise<DraftOrderParts> {
    const release = () => {
      opening = undefined;
      generation.set(generation.read() + 1);
    };
    const current = opening ?? openDraftOrders({ onLost: release, onSuperseded: release });
    opening = current;
    current.catch(() => {
      if (opening === current) opening = undefined;
    });
    return current;
  }

  return {
    whenOpen,
    change(change) {
      // In order, so that the later of two changes wins.
      const changed = changing.then(async () => {
        const parts = await whenOpen();
        const result = await quota.withQuota(() => change(parts));
        void requestPersistenceOnce();
        return result;
      });
      changing = changed.catch(() => undefined);
      return untilSaved(() => changed);
    },
    generation,
  };
}
