import { createStore, useStore } from '#pwa/create-store.ts';
import { storage } from '../platform.ts';
import { forgetDataLoss, readDataLoss } from './eviction-detector.ts';

export interface DataLoss {
  /** When it was noticed that the browser had thrown local data away, epoch milliseconds. */
  readonly lostAt: number;
}

const lostAt = createStore(readDataLoss(storage));

/** Whether the browser has thrown local data away; what the server has is fetched again by itself. */
export function useDataLoss(): DataLoss | undefined {
  const at = useStore(lostAt, () => undefined);
  return at === undefined ? undefined : { lostAt: at };
}

/** Shows that local data were lost. */
export function noteDataLoss(): void {
  lostAt.set(readDataLoss(storage));
}

/** The person has taken note of it. */
export function acknowledgeDataLoss(): void {
  forgetDataLoss(storage);
  lostAt.set(undefined);
}
