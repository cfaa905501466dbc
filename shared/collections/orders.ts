import * as v from 'valibot';
import { carriedFields, optionalText, requiredText, type CollectionDefinition } from './collection.ts';

/** `held`: paid, but not as it was quoted, so that a manager decides. */
export const ORDER_STATES = ['held', 'paid', 'packed', 'sent', 'delivered', 'returned', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** `asked`: not known to the provider yet. `pending`: the provider gives the money back. */
export const REFUND_STATES = ['asked', 'pending', 'succeeded', 'failed'] as const;

const time = carriedFields.createdAt;
const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A line with the price at the time of the quote. */
export const orderLineSchema = v.strictObject({
  productId: requiredText(200),
  name: requiredText(500),
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  unitCents: cents,
});

export const orderRefundSchema = v.strictObject({
  id: requiredText(64),
  cents,
  at: time,
  state: v.picklist(REFUND_STATES),
});

export const orderSchema = v.strictObject({
  /** The payment's id. */
  FBUID: carriedFields.FBUID,
  orderNumber: requiredText(20),
  orderState: v.picklist(ORDER_STATES),
  /** Why a person has to look at it; empty otherwise. */
  orderReview: optionalText(500),
  orderLines: v.pipe(v.array(orderLineSchema), v.maxLength(500)),
  /** Of the lines, GST included. */
  orderTotalCents: cents,
  orderGstCents: cents,
  /** What the buyer has paid: the total, unless the order is held. */
  orderPaidCents: cents,
  /** Of what was paid: ISO 4217, upper case. */
  orderCurrency: requiredText(3),
  orderName: optionalText(500),
  orderEmail: optionalText(320),
  orderPhone: optionalText(60),
  /** One line each, as on a label, the name excluded; empty where nothing is delivered. */
  orderAddress: optionalText(2_000),
  orderPaidAt: time,
  /** The provider's, and those asked for. */
  orderRefunds: v.pipe(v.array(orderRefundSchema), v.maxLength(100)),
  /** Carrier and code. */
  orderTracking: optionalText(200),
  /** Every state it came to, oldest first. */
  orderMoves: v.pipe(
    // The buyer reads why, too.
    v.array(v.strictObject({ at: time, to: v.picklist(ORDER_STATES), why: optionalText(500) })),
    v.minLength(1),
    v.maxLength(200),
  ),
  createdAt: time,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

/** What a buyer has paid for, from the payment to the delivery. */
export type PaidOrder = v.InferOutput<typeof orderSchema>;
export type OrderRefund = PaidOrder['orderRefunds'][number];

/** The server creates orders from payments. Staff change the state and the tracking code only. */
export const orders = {
  name: 'orders',
  label: 'order',
  version: 0,
  schema: orderSchema,
  indexes: [['orderPaidAt']],
  access: { audience: 'owner', staffReadAll: true, create: 'nobody', change: 'staff' },
  upgrades: {},
} as const satisfies CollectionDefinition;
