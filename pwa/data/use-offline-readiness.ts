import { useEffect, useState } from 'react';
import { isReadyForOffline } from './offline-readiness.ts';
import { isPulled } from './sync/position-record.ts';
import { useConnection } from './use-connection.ts';
import { mapResults, useQuery } from './use-query.ts';

/** Whether the app works without a network from now on; `undefined` until that is known. */
export function useOfflineReadiness(): boolean | undefined {
  const [isReady, setIsReady] = useState<boolean>();
  const { lastContactAt } = useConnection();
  // Another number with each collection that comes to its end, or begins anew.
  const arrived = useQuery('arrived', ({ database }) =>
    mapResults(
      database.positions.find().$,
      (positions) => positions.filter((position) => isPulled(position) && !position.isRestarting).length,
    ),
  );

  useEffect(() => {
    let isOver = false;
    const look = () =>
      void isReadyForOffline().then(
        (ready) => !isOver && setIsReady(ready),
        () => !isOver && setIsReady(false),
      );
    look();
    // With the worker all of the app is here.
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('controllerchange', look);
    return () => {
      isOver = true;
      serviceWorker?.removeEventListener('controllerchange', look);
    };
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [arrived, lastContactAt]);

  return isReady;
}
