import * as v from 'valibot';
import { carriedFields, type CollectionDefinition } from './collection.ts';
import { productFields } from './products.ts';

export const MIN_ITEM_COUNT = 1;
export const MAX_ITEM_COUNT = 10;

/** The product as it was when added to the cart, and its quantity. */
export const cartItemSchema = v.strictObject({
  FBUID: carriedFields.FBUID,
  ...productFields,
  productCount: v.pipe(v.number(), v.integer(), v.minValue(MIN_ITEM_COUNT), v.maxValue(MAX_ITEM_COUNT)),
});

export type CartItem = v.InferOutput<typeof cartItemSchema>;

export const checkoutSchema = v.strictObject({
  FBUID: carriedFields.FBUID,
  checkoutItems: v.pipe(v.array(cartItemSchema), v.maxLength(200)),
  createdAt: carriedFields.createdAt,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

export type Checkout = v.InferOutput<typeof checkoutSchema>;

export const checkouts = {
  name: 'checkouts',
  label: 'cart',
  version: 0,
  schema: checkoutSchema,
  indexes: [],
  access: { audience: 'owner', staffReadAll: false, create: 'owner', change: 'owner' },
  blank: { checkoutItems: [] },
  upgrades: {},
} as const satisfies CollectionDefinition;
