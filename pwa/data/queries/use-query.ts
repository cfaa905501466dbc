import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { useResults, type Results } from './use-results.ts';

/** Makes something else of each result. What every page shows before its local store has come needs no library for it. */
export function mapResults<From, To>(results: Results<From>, map: (result: From) => To): Results<To> {
  return { subscribe: (next) => results.subscribe((result) => next(map(result))) };
}

/**
 * A live query on the local store: `undefined` until its first result, and again while another store opens because
 * somebody signed in or out.
 * @param key changes when the query does
 * @param early what stands in until the first result of the first query, where something is known
 */
export function useQuery<Result>(
  key: string,
  query: (store: LocalStore) => Results<Result>,
  early?: Result,
): Result | undefined {
  const { localStore } = useAppStore();
  const generation = useStore(localStore.generation);
  return useResults({ place: `${generation} ${key}`, whenStore: localStore.whenDue, query, early });
}
