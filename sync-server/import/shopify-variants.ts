import type { ProductCategory, ProductEntry } from '#shared/collections/products.ts';
import { createEntry, toDecimalPrice } from './product-lists.ts';
import { firstText, type ShopifyGroup, type ShopifyRow } from './shopify-rows.ts';

export interface ShopifyVariants {
  readonly specifications: readonly ProductEntry[];
  /** Decimal price of the first variant that has one. */
  readonly price: string | undefined;
  /** Other prices, e.g. `15.99 (Large)`. */
  readonly otherPrices: readonly string[];
  readonly unreadablePrices: readonly { readonly line: number; readonly text: string }[];
}

const OPTIONS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const;

const CURRENCY_LABEL = 'AUD';
const ONLY_VARIANT = 'Default Title';

/** Lists options, SKUs and deviating prices of a product's variants as specifications. */
export function readShopifyVariants(group: ShopifyGroup): ShopifyVariants {
  const variants = group.rows.filter(isVariant);
  const names = variants.map(toVariantName);
  const unreadablePrices: { line: number; text: string }[] = [];
  const prices = variants.map((row) => {
    const text = row.text('price');
    const price = toDecimalPrice(text);
    if (text !== '' && price === undefined) unreadablePrices.push({ line: row.line, text });
    return price;
  });
  const price = prices.find((candidate) => candidate !== undefined);
  const others = prices.flatMap((other, index) =>
    other === undefined || other === price ? [] : [{ price: other, name: names[index] ?? '' }],
  );
  return {
    specifications: [
      ...toOptions(group, variants),
      ...variants.flatMap((row, index) =>
        row.text('sku') === '' ? [] : [createEntry(row.text('sku'), 'SKU', names[index])],
      ),
      ...others.map(({ price, name }) => createEntry(price, `Price in ${CURRENCY_LABEL}`, name)),
    ],
    price,
    otherPrices: others.map(({ price, name }) => (name === '' ? price : `${price} (${name})`)),
    unreadablePrices,
  };
}

function isVariant(row: ShopifyRow): boolean {
  return row.text('price') !== '' || row.text('sku') !== '' || row.text('option1Value') !== '';
}

function toOptions(group: ShopifyGroup, variants: readonly ShopifyRow[]): ProductEntry[] {
  return OPTIONS.flatMap(([nameColumn, valueColumn]) => {
    const values = new Set(variants.map((row) => row.text(valueColumn)).filter(isOptionValue));
    return values.size === 0 ? [] : [createEntry([...values].join(', '), firstText(group, nameColumn))];
  });
}

/** For example `Large, Blue`; empty for a product's only variant. */
function toVariantName(row: ShopifyRow): string {
  return OPTIONS.map(([, valueColumn]) => row.text(valueColumn))
    .filter(isOptionValue)
    .join(', ');
}

function isOptionValue(value: string): boolean {
  return value !== '' && value !== ONLY_VARIANT;
}

const KEYWORDS: Readonly<Record<ProductCategory, RegExp>> = {
  drones: /\b(?:drones?|uavs?|uas|quadcopters?|hexacopters?|octocopters?|multicopters?|multirotors?|vtol)\b/i,
  batteries: /\b(?:batter(?:y|ies)|lipos?|li-?ion|power packs?)\b/i,
  propellers: /\b(?:propellers?|props?)\b/i,
};

/** Finds a product's category by keywords in its type, then its category, then its tags. */
export function findShopifyCategory(group: ShopifyGroup): ProductCategory | undefined {
  return (
    findCategory(firstText(group, 'type')) ??
    findCategory(firstText(group, 'productCategory')) ??
    findCategory(firstText(group, 'tags'))
  );
}

function findCategory(text: string): ProductCategory | undefined {
  const isBattery = KEYWORDS.batteries.test(text);
  const isPropeller = KEYWORDS.propellers.test(text);
  // "Drone batteries" are batteries. Text that names both kinds of parts is ambiguous.
  if (isBattery && isPropeller) return undefined;
  if (isBattery) return 'batteries';
  if (isPropeller) return 'propellers';
  return KEYWORDS.drones.test(text) ? 'drones' : undefined;
}
