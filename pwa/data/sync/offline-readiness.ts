import { useEffect, useState } from 'react';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import type { LocalDatabase } from '../store/database.ts';
import { useAppStore, type AppStore } from '../app-store.ts';
import { mapResults, useQuery } from '../queries/use-query.ts';
import { readRights } from './rights.ts';
import { toPulled } from './open-collections.ts';
import { isPulled } from './checkpoint-record.ts';
import { useConnection } from './use-connection.ts';

export interface OfflineReadiness {
  readonly isReady: boolean;
  /** The service worker handles this page's requests. */
  readonly isControlled: boolean;
  /** Every collection was pulled to its end at least once. */
  readonly isPulled: boolean;
  /** The app's own files are cached on this device. */
  readonly isShellCached: boolean;
}

/** Whether the app works offline from now on. */
export async function isReadyForOffline(app: AppStore): Promise<boolean> {
  return (await offlineReadiness(app)).isReady;
}

export async function offlineReadiness(app: AppStore): Promise<OfflineReadiness> {
  const isControlled = navigator.serviceWorker?.controller != null;
  const [isPulled, isShellCached] = await Promise.all([
    app.localStore.whenOpen().then(({ database }) => areAllPulled(database, toPulled(readRights(app)))),
    isCached('/index.html'),
  ]);
  return { isReady: isControlled && isPulled && isShellCached, isControlled, isPulled, isShellCached };
}

/** Whether all of these collections that were ever requested are fully pulled, the products among them. */
export async function areAllPulled(
  database: LocalDatabase,
  collections: readonly string[] = COLLECTION_NAMES,
): Promise<boolean> {
  const all = await database.checkpoints.find().exec();
  const checkpoints = all.filter(({ collectionName }) => collections.includes(collectionName));
  const open = checkpoints.filter((checkpoint) => !isPulled(checkpoint) || checkpoint.isRestarting);
  return open.length === 0 && checkpoints.some(({ collectionName }) => collectionName === 'products');
}

async function isCached(path: string): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  return (await caches.match(path, { ignoreSearch: true })) !== undefined;
}

/** Whether the app works offline from now on; `undefined` until that is known. */
export function useOfflineReadiness(): boolean | undefined {
  const app = useAppStore();
  const [isReady, setIsReady] = useState<boolean>();
  const { lastContactAt } = useConnection();
  // Changes whenever a collection is fully pulled or restarts.
  const arrived = useQuery('arrived', ({ database }) =>
    mapResults(
      database.checkpoints.find().$,
      (checkpoints) =>
        checkpoints.filter((checkpoint) => isPulled(checkpoint) && !checkpoint.isRestarting).length,
    ),
  );

  useEffect(() => {
    let isOver = false;
    const check = () =>
      void isReadyForOffline(app).then(
        (ready) => !isOver && setIsReady(ready),
        () => !isOver && setIsReady(false),
      );
    check();
    // A worker takes control only once it has cached the whole app.
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('controllerchange', check);
    return () => {
      isOver = true;
      serviceWorker?.removeEventListener('controllerchange', check);
    };
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [arrived, lastContactAt]);

  return isReady;
}
