import * as v from 'valibot';
import { route } from './routes.ts';

/** What can differ between the shop and the payment provider. */
export const PAYMENT_DIFFERENCES = [
  'product-missing',
  'product-inactive',
  'price-missing',
  'price-inactive',
  'price-amount',
  'price-currency',
  'price-product',
  'price-shared',
  'link-price',
  'payment-missing',
  'payment-status',
  'payment-amount',
  'payment-refund',
  'payment-review',
  'session-missing',
] as const;
export type PaymentDifferenceKind = (typeof PAYMENT_DIFFERENCES)[number];

const paymentDifferenceSchema = v.looseObject({
  kind: v.picklist(PAYMENT_DIFFERENCES),
  /** Id of the product, payment link, payment or session. */
  id: v.string(),
  /** What differs, with both sides. */
  text: v.string(),
});
export type PaymentDifference = v.InferOutput<typeof paymentDifferenceSchema>;

/** `GET /admin/payments/check?since=`: the shop's products and payments beside the provider's. */
const paymentCheckSchema = v.looseObject({
  /** ISO time from which payments were compared. */
  since: v.string(),
  products: v.number(),
  paymentLinks: v.number(),
  payments: v.number(),
  differences: v.array(paymentDifferenceSchema),
});
export type PaymentCheck = v.InferOutput<typeof paymentCheckSchema>;

/** Calls of the staff's page of payments, and of the command line. */
export const PAYMENT_ROUTES = {
  checkPayments: route('GET', '/admin/payments/check', paymentCheckSchema),
} as const;
