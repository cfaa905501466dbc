import * as v from 'valibot';
import { cartItemSchema, type CartItem } from '#shared/collections/checkouts.ts';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import { toOrder, withPictures, type Order } from '#shared/domain/order.ts';
import type { AppStore } from '../app-store.ts';
import { emptyCart } from './cart.ts';
import { EMPTIED_CART_KEY, ORDER_KEY } from './order-keys.ts';
import { readStored } from '../store/read-stored.ts';

const keptOrderSchema = v.object({
  sessionId: v.string(),
  /** What was last heard of its payment; absent while nobody has been asked. */
  status: v.optional(v.picklist(['open', 'paid', 'expired', 'failed', 'refunded', 'unknown'])),
  order: v.object({
    reference: v.optional(v.string()),
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
/** The order that was last taken to payment on this device. */
export type KeptOrder = v.InferOutput<typeof keptOrderSchema>;

const emptiedCartSchema = v.object({
  /** The payment it was emptied for; absent when the page was opened without one. */
  sessionId: v.optional(v.string()),
  items: v.array(cartItemSchema),
});
/** What was in the cart when the success page emptied it. */
export type EmptiedCart = v.InferOutput<typeof emptiedCartSchema>;

type Storing = Pick<AppStore, 'storage'>;

/** Notes what is taken to payment, before the page is left. */
export function keepOrder(
  app: Storing,
  sessionId: string,
  items: readonly CartItem[],
  currency: string,
): void {
  write(app, ORDER_KEY, { sessionId, order: toOrder(items, currency) });
}

/** The order of a payment; without one, the last that was taken to payment here. */
export function readOrder({ storage }: Storing, sessionId: string | undefined): KeptOrder | undefined {
  const kept = readStored(storage, ORDER_KEY, keptOrderSchema);
  return sessionId === undefined || kept?.sessionId === sessionId ? kept : undefined;
}

/**
 * What the server says of a payment, with what this device knows of its order. It is kept, to be read again without a
 * network, unless another order was taken to payment since.
 * @returns `undefined` when nobody knows what was ordered
 */
export function noteAnswer(
  app: Storing,
  sessionId: string,
  { status, order }: CheckoutStatus,
): KeptOrder | undefined {
  const newest = readOrder(app, undefined);
  const known = newest?.sessionId === sessionId ? newest.order : undefined;
  const told: Order | undefined = order ? withPictures(order, known) : known;
  if (!told) return undefined;
  const noted = v.parse(keptOrderSchema, { sessionId, status, order: told });
  if (!newest || known) write(app, ORDER_KEY, noted);
  return noted;
}

/** Empties the cart and keeps what was in it, so that it can be brought back when it turns out not to be paid for. */
export async function completeOrder(app: AppStore, sessionId: string | undefined): Promise<void> {
  await emptyCart(app, (items) => write(app, EMPTIED_CART_KEY, { sessionId, items }));
}

export function readEmptiedCart({ storage }: Storing): EmptiedCart | undefined {
  return readStored(storage, EMPTIED_CART_KEY, emptiedCartSchema);
}

function write({ storage }: Storing, key: string, value: object): void {
  storage.setItem(key, JSON.stringify(value));
}
