import { combineLatest, distinctUntilChanged, map, Observable, type Subscription } from 'rxjs';
import type { CartItem } from '#shared/collections/checkouts.ts';
import type { CartMirror } from './cart-mirror.ts';
import type { ShopDatabase } from '../store/database.ts';
import { isPulled } from '../sync/position-record.ts';

export interface MirrorOptions {
  readonly database: ShopDatabase;
  readonly mirror: Pick<CartMirror, 'items' | 'unsaved' | 'follow' | 'reset' | 'subscribe'>;
  readonly bagId: string;
  /** The store has lost what it had: the mirror holds the newest bag there is. */
  readonly hasLostData: boolean;
  /** Whether this is an account's bag: then the mirror may hold the device's, which the server joins into it. */
  readonly isAccount: boolean;
  readonly restore: (items: readonly CartItem[]) => Promise<void>;
}

/**
 * Keeps the mirror in step with the bag. A change that the bag hasn't got yet is newer and stays. Until a bag has come
 * for the first time the mirror stays as it is; one that the server doesn't have either is taken from the mirror.
 */
export function mirrorBag(options: MirrorOptions): Subscription {
  const { database, mirror, bagId } = options;
  const bags = database.checkouts.findOne(bagId).$;
  const arrivals = database.positions
    .findOne('checkouts')
    .$.pipe(map((position) => isPulled(position) && position?.isRestarting !== true));
  let isRestored = false;
  return combineLatest([bags, arrivals, isUnsaved(mirror, bagId)]).subscribe(([bag, hasArrived, unsaved]) => {
    if (unsaved) return;
    if (bag) return mirror.follow(bag.toJSON().checkoutItems as readonly CartItem[]);
    if (!hasArrived || isRestored) return;
    isRestored = true;
    const mayRestore = !options.isAccount || options.hasLostData;
    if (mayRestore && mirror.items.length > 0) void options.restore([...mirror.items]);
    else mirror.reset([]);
  });
}

/** Whether the mirror holds a change of this bag that its document doesn't have yet. */
function isUnsaved(mirror: MirrorOptions['mirror'], bagId: string): Observable<boolean> {
  return new Observable<boolean>((subscriber) => {
    const tell = () => subscriber.next(mirror.unsaved?.bagId === bagId);
    tell();
    return mirror.subscribe(tell);
  }).pipe(distinctUntilChanged());
}
