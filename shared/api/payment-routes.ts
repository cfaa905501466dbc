import * as v from 'valibot';
import { MAX_PRICE_CENTS, MIN_PRICE_CENTS } from '#shared/domain/product-rules.ts';
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
  'order-missing',
  'order-amount',
  'order-refund',
] as const;
export type PaymentDifferenceKind = (typeof PAYMENT_DIFFERENCES)[number];

const paymentDifferenceSchema = v.looseObject({
  kind: v.picklist(PAYMENT_DIFFERENCES),
  /** Id of the product, payment link, payment or session. */
  id: v.string(),
  /** What differs, with both sides. */
  text: v.string(),
  /** The price id (empty without one) and the price of the product, where a new price mends the difference. */
  newPrice: v.optional(v.looseObject({ priceId: v.string(), unitCents: v.number(), currency: v.string() })),
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

/** `GET /admin/payments/prices`: the provider's prices with the price ids of products; null while it is unreachable. */
const providerPricesSchema = v.looseObject({
  prices: v.nullable(
    v.array(
      v.looseObject({
        id: v.string(),
        /** Null if the provider has none with this id. */
        price: v.nullable(
          v.looseObject({
            productId: v.string(),
            unitCents: v.optional(v.number()),
            currency: v.string(),
            isActive: v.boolean(),
          }),
        ),
      }),
    ),
  ),
});

/**
 * `POST /admin/payments/prices`: makes a new price at the payment provider. It names what the person saw, so that nothing
 * is made of a price that was changed meanwhile, and a repeated call makes no second one.
 */
export const makePriceSchema = v.strictObject({
  productId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** The product's present price id; empty without one. */
  priceId: v.pipe(v.string(), v.maxLength(200)),
  unitCents: v.pipe(v.number(), v.safeInteger(), v.minValue(MIN_PRICE_CENTS), v.maxValue(MAX_PRICE_CENTS)),
});
export type MakePrice = v.InferOutput<typeof makePriceSchema>;

/** The product's price id afterwards. */
const newPriceSchema = v.looseObject({ priceId: v.string() });
export type NewPrice = v.InferOutput<typeof newPriceSchema>;

/** `GET /admin/payments`: what waits and what needs a person. */
const paymentOverviewSchema = v.looseObject({
  /** ISO time of the last look at the provider's events; null before the first. */
  lookedAt: v.nullable(v.string()),
  /** Events of the provider that are not applied, those that were given up first. */
  events: v.array(
    v.looseObject({
      id: v.string(),
      type: v.string(),
      isGivenUp: v.boolean(),
      attempts: v.number(),
      receivedAt: v.string(),
      /** Why the last attempt failed. */
      error: v.nullable(v.string()),
    }),
  ),
  /** Payments that a person has to look at, newest first. */
  reviews: v.array(
    v.looseObject({
      id: v.string(),
      orderNumber: v.string(),
      review: v.string(),
      at: v.string(),
      /** Whether money came, so that there is an order. */
      isPaid: v.boolean(),
    }),
  ),
});
export type PaymentOverview = v.InferOutput<typeof paymentOverviewSchema>;

/** `POST /admin/payments/{id}/settle`: ends the review of a payment without money. */
const settledReviewSchema = v.looseObject({ id: v.string() });

/** Calls of the staff's page of payments, and of the command line. */
export const PAYMENT_ROUTES = {
  paymentOverview: route('GET', '/admin/payments', paymentOverviewSchema),
  settleReview: route('POST', '/admin/payments/{id}/settle', settledReviewSchema),
  providerPrices: route('GET', '/admin/payments/prices', providerPricesSchema),
  makePrice: route('POST', '/admin/payments/prices', newPriceSchema),
  checkPayments: route('GET', '/admin/payments/check', paymentCheckSchema),
} as const;
