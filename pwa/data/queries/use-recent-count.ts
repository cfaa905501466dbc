import { combineLatest, map } from 'rxjs';
import { useAppStore } from '../app-store.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { useQuery } from './use-query.ts';

export interface RecentCount {
  readonly count: number;
  /** Whether the device has them all, as far as is known offline. */
  readonly isComplete: boolean;
}

const DAY_MS = 86_400_000;

/**
 * How many documents on this device were created since then, live; `undefined` until known.
 * @param since epoch milliseconds
 */
export function useRecentCount(collection: 'contacts' | 'ukraines', since: number): RecentCount | undefined {
  const { connection } = useAppStore();
  return useQuery(`recent ${collection} ${since}`, ({ database }) => {
    // Times have different offsets, so their texts are compared with a day to spare.
    const createdAt = { $gt: new Date(since - DAY_MS).toISOString() };
    const found = database[collection].find({ selector: { createdAt } }).$;
    return combineLatest([found, hasArrived({ database, connection }, collection)]).pipe(
      map(([documents, isComplete]) => {
        const recent = documents.filter((document) => Date.parse(document.createdAt) >= since);
        return { count: recent.length, isComplete };
      }),
    );
  });
}
