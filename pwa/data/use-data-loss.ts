import { useSyncExternalStore } from 'react';
import { storage } from './platform.ts';
import { forgetDataLoss, readDataLoss, subscribeDataLoss } from './sentinel.ts';

export interface DataLoss {
  /** When it was noticed that the browser had thrown local data away, epoch milliseconds. */
  readonly lostAt: number;
}

/** Whether the browser has thrown local data away; what the server has is fetched again by itself. */
export function useDataLoss(): DataLoss | undefined {
  const lostAt = useSyncExternalStore(
    subscribeDataLoss,
    () => readDataLoss(storage),
    () => undefined,
  );
  return lostAt === undefined ? undefined : { lostAt };
}

/** The person has taken note of it. */
export function acknowledgeDataLoss(): void {
  forgetDataLoss(storage);
}
