import { useEffect, useState, useSyncExternalStore } from 'react';
import { logError } from './log.ts';
import type { Shop } from './shop.ts';
import { shopGeneration, subscribeShop, whenShopIsDue } from './shop-handle.ts';

/** What a query is of: an observable, or as much of one as is needed here. */
interface Results<Result> {
  subscribe(next: (result: Result) => void): { unsubscribe(): void };
}

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
  query: (shop: Shop) => Results<Result>,
  early?: Result,
): Result | undefined {
  const generation = useSyncExternalStore(subscribeShop, shopGeneration, shopGeneration);
  const place = `${generation} ${key}`;
  const [found, setFound] = useState<{ readonly place: string; readonly result: Result } | undefined>(
    early && { place, result: early },
  );
  useEffect(() => {
    let subscription: { unsubscribe(): void } | undefined;
    let isOver = false;
    whenShopIsDue()
      .then((shop) => {
        if (!isOver) subscription = query(shop).subscribe((result) => setFound({ place, result }));
      })
      .catch((error: unknown) => logError('The local store could not be opened.', error));
    return () => {
      isOver = true;
      subscription?.unsubscribe();
    };
    // The query is a function made anew with each render; its place says when it is another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place]);
  return found?.place === place ? found.result : undefined;
}
