import { useEffect, useState } from 'react';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { logError } from '../log.ts';

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

/** The part of an observable that queries need. */
export interface Results<Result> {
  subscribe(next: (result: Result) => void): { unsubscribe(): void };
}

interface ResultsOptions<Store, Result> {
  /** Changes when the store or the query does. */
  readonly key: string;
  readonly whenStore: () => Promise<Store>;
  readonly query: (store: Store) => Results<Result>;
  /** A stand-in until the first query has its first result. */
  readonly early?: Result | undefined;
}

/** The newest result of a live query on a store that may still have to open; `undefined` until the first one. */
export function useResults<Store, Result>(options: ResultsOptions<Store, Result>): Result | undefined {
  const { key, whenStore, query, early } = options;
  const [found, setFound] = useState<{ readonly key: string; readonly result: Result } | undefined>(
    early && { key, result: early },
  );
  useEffect(() => {
    let subscription: { unsubscribe(): void } | undefined;
    let isOver = false;
    whenStore()
      .then((store) => {
        if (!isOver) subscription = query(store).subscribe((result) => setFound({ key, result }));
      })
      .catch((error: unknown) => logError('The local store could not be opened.', error));
    return () => {
      isOver = true;
      subscription?.unsubscribe();
    };
    // `query` is a new function with each render; `key` identifies it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return found?.key === key ? found.result : undefined;
}
