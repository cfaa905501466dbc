import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { useResults, type Results } from './use-results.ts';

/** Maps each result. Replaces RxJS's `map` in code that every page loads before its local store. */
export function mapResults<From, To>(results: Results<From>, map: (result: From) => To): Results<To> {
  return { subscribe: (next) => results.subscribe((result) => next(map(result))) };
}

/**
 * A live query on the local store: `undefined` until its first result, and again while another store opens after a
 * sign-in or sign-out.
 * @param key must change with the query
 * @param early a stand-in until the first query has its first result
 */
export function useQuery<Result>(
  key: string,
  query: (store: LocalStore) => Results<Result>,
  early?: Result,
): Result | undefined {
  const { localStore } = useAppStore();
  const generation = useStore(localStore.generation);
  return useResults({ key: `${generation} ${key}`, whenStore: localStore.whenDue, query, early });
}
