import { useEffect, useState } from 'react';
import { logError } from '../log.ts';

/** What a query is of: an observable, or as much of one as is needed here. */
export interface Results<Result> {
  subscribe(next: (result: Result) => void): { unsubscribe(): void };
}

interface ResultsOptions<Store, Result> {
  /** Changes when the store or the query does. */
  readonly place: string;
  readonly whenStore: () => Promise<Store>;
  readonly query: (store: Store) => Results<Result>;
  /** What stands in until the first result of the first query, where something is known. */
  readonly early?: Result | undefined;
}

/** The newest result of a live query on a store that may still have to open; `undefined` until the first one. */
export function useResults<Store, Result>(options: ResultsOptions<Store, Result>): Result | undefined {
  const { place, whenStore, query, early } = options;
  const [found, setFound] = useState<{ readonly place: string; readonly result: Result } | undefined>(
    early && { place, result: early },
  );
  useEffect(() => {
    let subscription: { unsubscribe(): void } | undefined;
    let isOver = false;
    whenStore()
      .then((store) => {
        if (!isOver) subscription = query(store).subscribe((result) => setFound({ place, result }));
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
