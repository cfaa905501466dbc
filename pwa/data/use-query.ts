import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';
import { logError } from './log.ts';
import type { Shop } from './shop.ts';
import { whenShop } from './shop-handle.ts';

/**
 * A live query on the local store: `undefined` until its first result.
 * @param key changes when the query does
 */
export function useQuery<Result>(key: string, query: (shop: Shop) => Observable<Result>): Result | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly result: Result }>();
  useEffect(() => {
    let subscription: { unsubscribe(): void } | undefined;
    let isOver = false;
    whenShop()
      .then((shop) => {
        if (!isOver) subscription = query(shop).subscribe((result) => setFound({ key, result }));
      })
      .catch((error: unknown) => logError('The local store could not be opened.', error));
    return () => {
      isOver = true;
      subscription?.unsubscribe();
    };
    // The query is a function made anew with each render; its key says when it is another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return found?.key === key ? found.result : undefined;
}
