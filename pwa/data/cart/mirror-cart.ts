import { combineLatest, distinctUntilChanged, map, Observable, type Subscription } from 'rxjs';
import type { CartItem } from '#shared/collections/checkouts.ts';
import type { CartMirror } from './cart-mirror.ts';
import type { LocalDatabase } from '../store/database.ts';
import { isPulled } from '../sync/checkpoint-record.ts';

export interface MirrorOptions {
  readonly database: LocalDatabase;
  readonly mirror: Pick<CartMirror, 'items' | 'unsaved' | 'follow' | 'reset' | 'subscribe'>;
  readonly cartId: string;
  /** The store has lost what it had: the mirror holds the newest cart there is. */
  readonly hasLostData: boolean;
  /** Whether this is an account's cart: then the mirror may hold the device's, which the server joins into it. */
  readonly isAccount: boolean;
  readonly restore: (items: readonly CartItem[]) => Promise<void>;
}

/**
 * Keeps the mirror in step with the cart. A change that the cart hasn't got yet is newer and stays. Until a cart has come
 * for the first time the mirror stays as it is; one that the server doesn't have either is taken from the mirror.
 */
export function mirrorCart(options: MirrorOptions): Subscription {
  const { database, mirror, cartId } = options;
  const carts = database.checkouts.findOne(cartId).$;
  const arrivals = database.checkpoints
    .findOne('checkouts')
    .$.pipe(map((checkpoint) => isPulled(checkpoint) && checkpoint?.isRestarting !== true));
  let isRestored = false;
  return combineLatest([carts, arrivals, isUnsaved(mirror, cartId)]).subscribe(
    ([cart, hasArrived, unsaved]) => {
      if (unsaved) return;
      if (cart) return mirror.follow(cart.toJSON().checkoutItems as readonly CartItem[]);
      if (!hasArrived || isRestored) return;
      isRestored = true;
      const mayRestore = !options.isAccount || options.hasLostData;
      if (mayRestore && mirror.items.length > 0) void options.restore([...mirror.items]);
      else mirror.reset([]);
    },
  );
}

/** Whether the mirror holds a change of this cart that its document doesn't have yet. */
function isUnsaved(mirror: MirrorOptions['mirror'], cartId: string): Observable<boolean> {
  return new Observable<boolean>((subscriber) => {
    const tell = () => subscriber.next(mirror.unsaved?.cartId === cartId);
    tell();
    return mirror.subscribe(tell);
  }).pipe(distinctUntilChanged());
}
