import { combineLatest, distinctUntilChanged, map, Observable, type Subscription } from 'rxjs';
import type { CartItem } from '#shared/collections/checkouts.ts';
import type { LocalDatabase } from '../store/database.ts';
import { isPulled } from '../sync/checkpoint-record.ts';
import type { CartMirror } from './cart-mirror.ts';

export interface MirrorOptions {
  readonly database: LocalDatabase;
  readonly mirror: Pick<CartMirror, 'items' | 'unsaved' | 'follow' | 'reset' | 'subscribe'>;
  readonly cartId: string;
  /** Whether the store's data was evicted, so that the mirror has the newest cart. */
  readonly hasLostData: boolean;
  /** Whether this is an account's cart: the mirror may still hold the device's, which the server merges into it. */
  readonly isAccount: boolean;
  readonly restore: (items: readonly CartItem[]) => Promise<void>;
}

/**
 * Keeps the mirror in step with the cart's document. An unsaved change is newer and stays. The mirror stays as it is
 * until the cart is pulled for the first time; if the server has no cart, it is restored from the mirror.
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

/** Whether the mirror holds an unsaved change of this cart. */
function isUnsaved(mirror: MirrorOptions['mirror'], cartId: string): Observable<boolean> {
  return new Observable<boolean>((subscriber) => {
    const emit = () => subscriber.next(mirror.unsaved?.cartId === cartId);
    emit();
    return mirror.subscribe(emit);
  }).pipe(distinctUntilChanged());
}
