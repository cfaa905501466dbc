import type { Product, ProductCategory } from '#shared/collections/products.ts';
import { centsToDecimal, parseCents } from '#shared/kernel/money.ts';
import { toUnitPriceCents } from './product-entries.ts';
import { findPriceFault } from './product-rules.ts';

/** Products that one change may apply to; larger ones are made with the command line. */
export const MAX_BULK = 200;

/** One change to many products. */
export type BulkChange =
  | { readonly kind: 'price'; readonly cents: number }
  /** Hundredths of a percent; negative to lower the price. */
  | { readonly kind: 'percent'; readonly hundredths: number }
  /** Cents; negative to lower the price. */
  | { readonly kind: 'amount'; readonly cents: number }
  | { readonly kind: 'category'; readonly category: ProductCategory }
  | { readonly kind: 'delete' };

/** Names the value that a change replaces. */
export type BulkField = 'price' | 'category' | 'product';

/** What a change does to one product. */
export interface PlannedChange {
  readonly id: string;
  readonly name: string;
  readonly field: BulkField;
  /** A price as stored, empty without one, or a category. */
  readonly before: string;
  /** `undefined`: the product is deleted. */
  readonly after: string | undefined;
  /** Why the product stays as it is, as a sentence. */
  readonly obstacle?: string;
}

/** Plans a change to each product. Pure. */
export function planBulkChange(products: readonly Product[], change: BulkChange): readonly PlannedChange[] {
  return products.map((product) => {
    const field = FIELDS[change.kind];
    const planned = {
      id: product.FBUID,
      name: product.productName,
      field,
      before: readValue(product, field),
    };
    if (change.kind === 'delete') return { ...planned, after: undefined };
    const after = change.kind === 'category' ? change.category : toNewPrice(product, change);
    if (after === undefined) return { ...planned, after: planned.before, obstacle: 'It has no price.' };
    const obstacle = after === planned.before ? 'It has this value already.' : findObstacle(field, after);
    return { ...planned, after, ...(obstacle === undefined ? {} : { obstacle }) };
  });
}

const FIELDS: Readonly<Record<BulkChange['kind'], BulkField>> = {
  price: 'price',
  percent: 'price',
  amount: 'price',
  category: 'category',
  delete: 'product',
};

function findObstacle(field: BulkField, after: string): string | undefined {
  return field === 'price' ? findPriceFault(after) : undefined;
}

/** `undefined` for a relative change without a price. */
function toNewPrice(
  product: Product,
  change: Extract<BulkChange, { kind: 'price' | 'percent' | 'amount' }>,
): string | undefined {
  if (change.kind === 'price') return centsToDecimal(change.cents);
  const cents = toUnitPriceCents(product);
  if (cents === undefined) return undefined;
  if (change.kind === 'amount') return centsToDecimal(cents + change.cents);
  // In integers, half up.
  return centsToDecimal(Math.floor((cents * (10_000 + change.hundredths) + 5000) / 10_000));
}

/** The value that a change of this field replaces. */
export function readValue(product: Product, field: BulkField): string {
  if (field === 'price') return product.productPrices[0]?.value ?? '';
  return field === 'category' ? product.productCategory : '';
}

/** The product's content with another value of the field. */
export function withValue<Content extends Pick<Product, 'productPrices' | 'productCategory'>>(
  product: Content,
  field: BulkField,
  value: string,
): Content {
  if (field === 'category') return { ...product, productCategory: value as ProductCategory };
  const [price = { value: '', label: '', description: '' }, ...others] = product.productPrices;
  return { ...product, productPrices: [{ ...price, value }, ...others] };
}

/** Reads `-7.5`, `+5`, `12.50 %` or `$5` in hundredths; `undefined` if it is no such number. */
export function parseHundredths(text: string): number | undefined {
  const [, sign = '', number = ''] = /^([+−-]?)\s*(?:A?\$\s*)?([\d.]+)\s*%?$/.exec(text.trim()) ?? [];
  const cents = parseCents(number);
  return cents === undefined || sign === '' || sign === '+' ? cents : -cents;
}
