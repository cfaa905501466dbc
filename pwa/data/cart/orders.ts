import * as v from 'valibot';
import { cartItemSchema, type CartItem } from '#shared/collections/checkouts.ts';
import { CHECKOUT_STATUSES, type CheckoutStatus } from '#shared/api/messages.ts';
import { toOrder, withPictures, type Order } from '#shared/domain/order.ts';
import type { AppStore } from '../app-store.ts';
import { readStored } from '../store/read-stored.ts';
import { emptyCart } from './cart.ts';
import { EMPTIED_CART_KEY, ORDER_KEY } from './order-keys.ts';

const keptOrderSchema = v.object({
  sessionId: v.string(),
  /** The last known status of its payment; absent before the first request. */
  status: v.optional(v.picklist(CHECKOUT_STATUSES)),
  mail: v.optional(v.picklist(['none', 'due', 'sent'])),
  order: v.object({
    orderNumber: v.optional(v.string()),
    currency: v.string(),
    totalCents: v.number(),
    lines: v.array(
      v.object({
        productId: v.string(),
        name: v.string(),
        quantity: v.number(),
        unitCents: v.number(),
        picture: v.optional(v.object({ value: v.string(), label: v.string() })),
      }),
    ),
  }),
});
/** The order last taken to payment on this device. */
export type KeptOrder = v.InferOutput<typeof keptOrderSchema>;

const emptiedCartSchema = v.object({
  /** The payment it was emptied for; absent when the page was opened without one. */
  sessionId: v.optional(v.string()),
  items: v.array(cartItemSchema),
});
/** The items of the cart when the success page emptied it. */
export type EmptiedCart = v.InferOutput<typeof emptiedCartSchema>;

/** Payments that are made or on their way. */
export const ORDERED: ReadonlySet<string> = new Set(['processing', 'held', 'paid', 'refunded']);

type Storing = Pick<AppStore, 'storage'>;

/** Stores the order taken to payment, before the browser leaves the page. */
export function keepOrder(
  app: Storing,
  sessionId: string,
  items: readonly CartItem[],
  currency: string,
): void {
  write(app, ORDER_KEY, { sessionId, order: toOrder(items, currency) });
}

/** The order of a payment; without a session id, the order last taken to payment here. */
export function readOrder({ storage }: Storing, sessionId: string | undefined): KeptOrder | undefined {
  const kept = readStored(storage, ORDER_KEY, keptOrderSchema);
  return sessionId === undefined || kept?.sessionId === sessionId ? kept : undefined;
}

/**
 * Combines a payment's status with this device's order, and stores both for offline use, unless another order was taken
 * to payment since.
 * @returns `undefined` when neither the server nor this device knows the order
 */
export function noteCheckoutStatus(
  app: Storing,
  sessionId: string,
  { status, mail, order }: CheckoutStatus,
): KeptOrder | undefined {
  const newest = readOrder(app, undefined);
  const known = newest?.sessionId === sessionId ? newest.order : undefined;
  const latest: Order | undefined = order ? withPictures(order, known) : known;
  if (!latest) return undefined;
  const noted = v.parse(keptOrderSchema, { sessionId, status, ...(mail && { mail }), order: latest });
  if (!newest || known) write(app, ORDER_KEY, noted);
  return noted;
}

/**
 * Empties the cart and keeps its items, so that they can be restored if the payment turns out to have failed. The cart
 * of an order that is already known to be paid, or on its way, was filled since, for another one.
 */
export async function completeOrder(app: AppStore, sessionId: string | undefined): Promise<void> {
  const status = readOrder(app, sessionId)?.status;
  const emptiedFor = status !== undefined && ORDERED.has(status) ? undefined : sessionId;
  await emptyCart(app, (items) => write(app, EMPTIED_CART_KEY, { sessionId: emptiedFor, items }));
}

export function readEmptiedCart({ storage }: Storing): EmptiedCart | undefined {
  return readStored(storage, EMPTIED_CART_KEY, emptiedCartSchema);
}

export function forgetEmptiedCart({ storage }: Storing): void {
  storage.removeItem(EMPTIED_CART_KEY);
}

function write({ storage }: Storing, key: string, value: object): void {
  storage.setItem(key, JSON.stringify(value));
}
