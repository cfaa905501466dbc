import * as v from 'valibot';
import { carriedFields, optionalText, requiredText, type CollectionDefinition } from './collection.ts';

export const PRODUCT_CATEGORIES = ['drones', 'batteries', 'propellers'] as const;
export type ProductCategory = (typeof PRODUCT_CATEGORIES)[number];

/** Entry of every product list; its meaning depends on its position. */
export const productEntrySchema = v.strictObject({
  value: optionalText(20_000),
  label: optionalText(2_000),
  description: optionalText(20_000),
});

export type ProductEntry = v.InferOutput<typeof productEntrySchema>;

export const PRODUCT_LISTS = [
  'productImages',
  'productDescriptions',
  'productFeatures',
  'productSpecifications',
  'productDimensions',
  'productShipping',
  'productDownloads',
  'productPrices',
] as const;
export type ProductList = (typeof PRODUCT_LISTS)[number];

const entries = v.pipe(v.array(productEntrySchema), v.maxLength(200));

/** A product's own fields, which a cart item copies. */
export const productFields = {
  productName: requiredText(200),
  /** The payment provider's product id. */
  STUPID: requiredText(200),
  productCategory: v.picklist(PRODUCT_CATEGORIES, 'required'),
  productImages: entries,
  productDescriptions: entries,
  productFeatures: entries,
  productSpecifications: entries,
  productDimensions: entries,
  productShipping: entries,
  productDownloads: entries,
  productPrices: entries,
};

export const productSchema = v.strictObject({
  FBUID: carriedFields.FBUID,
  ...productFields,
  createdAt: carriedFields.createdAt,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

export type Product = v.InferOutput<typeof productSchema>;

export const products = {
  name: 'products',
  label: 'product',
  version: 0,
  schema: productSchema,
  indexes: [['productName']],
  access: { audience: 'public', staffReadAll: true, create: 'staff', change: 'staff' },
  upgrades: {},
} as const satisfies CollectionDefinition;
