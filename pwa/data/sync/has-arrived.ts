import { combineLatest, distinctUntilChanged, map, Observable } from 'rxjs';
import type { LocalDatabase } from '../store/database.ts';
import type { ConnectionMonitor } from './connection.ts';
import { isPulled } from './checkpoint-record.ts';

interface HasArrivedOptions {
  readonly database: LocalDatabase;
  readonly connection: Pick<ConnectionMonitor, 'current' | 'subscribe'>;
}

/** Whether a collection is complete: pulled to its end at least once, or the device is offline. */
export function hasArrived(
  { database, connection }: HasArrivedOptions,
  collection: string,
): Observable<boolean> {
  const pulls = database.checkpoints.findOne(collection).$.pipe(map(isPulled));
  const isOffline = new Observable<boolean>((subscriber) => {
    const emit = () => subscriber.next(!connection.current.isOnline);
    emit();
    return connection.subscribe(emit);
  });
  return combineLatest([pulls, isOffline]).pipe(
    map(([pulled, offline]) => pulled || offline),
    distinctUntilChanged(),
  );
}
