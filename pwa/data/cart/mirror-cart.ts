import { combineLatest, distinctUntilChanged, map, Observable, type Subscription } from 'rxjs';
import type { CartItem } from '#shared/collections/checkouts.ts';
import type { LocalDatabase } from '../store/database.ts';
import { isPulled } from '../sync/checkpoint-record.ts';
import type { CartMirror } from './cart-mirror.ts';

export interface MirrorOptions {
  readonly database: LocalDatabase;
  readonly mirror: Pick<CartMirror, 'items' | 'unsaved' | 'follow' | 'reset' | 'subscribe'>;
  readonly cartId: string;
  /** Whose cart it is. An account's mirror may still hold the device's cart, which the server merges into its own. */
  readonly accountId: string | undefined;
  /** Whether the store's data was evicted, so that the mirror has the newest cart. */
  readonly hasLostData: boolean;
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
  return combineLatest([carts, arrivals, isUnsaved(mirror, options.accountId)]).subscribe(
    ([cart, hasArrived, unsaved]) => {
      if (unsaved) return;
      if (cart) return mirror.follow(cart.toJSON().checkoutItems as readonly CartItem[]);
      if (!hasArrived || isRestored) return;
      isRestored = true;
      const mayRestore = options.accountId === undefined || options.hasLostData;
      if (mayRestore && mirror.items.length > 0) void options.restore([...mirror.items]);
      else mirror.reset([]);
    },
  );
}

/** Whether the mirror holds an unsaved change of this cart. */
function isUnsaved(mirror: MirrorOptions['mirror'], accountId: string | undefined): Observable<boolean> {
  return new Observable<boolean>((subscriber) => {
    const emit = () =>
      subscriber.next(mirror.unsaved !== undefined && mirror.unsaved.accountId === accountId);
    emit();
    return mirror.subscribe(emit);
  }).pipe(distinctUntilChanged());
}
