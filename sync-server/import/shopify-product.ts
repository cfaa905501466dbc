import type { ProductEntry } from '#shared/collections/products.ts';
import { toSlug } from '#shared/documents/slug.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { hasMoreThanText, htmlToText, toBlurb } from './html-text.ts';
import { createEmptyLists, createEntry, setEntry } from './product-lists.ts';
import { firstText, type ShopifyGroup } from './shopify-rows.ts';
import { findShopifyCategory, readShopifyVariants, type ShopifyVariants } from './shopify-variants.ts';

export interface ShopifyProduct {
  readonly document: Readonly<Record<string, unknown>>;
  readonly problems: readonly ImportProblem[];
  /** Deviating prices of other variants, as the notice lists them. */
  readonly otherPrices: readonly string[];
  readonly isFormattingLost: boolean;
}

const PRICE_LABEL = 'AUD';
/** Index of the blurb among a product's descriptions. */
const BLURB_POSITION = 5;

/** Builds a product from its rows. */
export function toShopifyProduct(
  group: ShopifyGroup,
  settings: { readonly category?: string | undefined },
): ShopifyProduct {
  const id = toSlug(group.handle);
  const category = findShopifyCategory(group) ?? settings.category;
  const variants = readShopifyVariants(group);
  const html = firstText(group, 'body');
  const lists = createEmptyLists();
  lists.productImages.push(...toImages(group));
  lists.productSpecifications.push(...variants.specifications);
  if (variants.price !== undefined) {
    lists.productPrices.push(createEntry(variants.price, PRICE_LABEL, `price_${group.handle}`));
  }
  const summary = htmlToText(html);
  if (summary !== '') {
    setEntry(lists.productDescriptions, 0, { value: summary, label: firstText(group, 'title') });
    setEntry(lists.productDescriptions, BLURB_POSITION, { value: toBlurb(summary) });
  }
  const document = {
    FBUID: id,
    productName: firstText(group, 'title'),
    STUPID: `prod_${group.handle}`,
    ...(category === undefined ? {} : { productCategory: category }),
    ...lists,
  };
  return {
    document,
    problems: findProblems({ group, id, variants, hasCategory: category !== undefined }),
    otherPrices: variants.otherPrices,
    isFormattingLost: hasMoreThanText(html),
  };
}

/** Distinct images by position; those without a position come last. */
function toImages(group: ShopifyGroup): ProductEntry[] {
  const rows = group.rows.filter((row) => row.text('image') !== '');
  const position = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER);
  const sorted = [...rows].sort(
    (a, b) => position(a.text('imagePosition')) - position(b.text('imagePosition')),
  );
  const images = new Map<string, ProductEntry>();
  for (const row of sorted) {
    const address = row.text('image');
    if (!images.has(address)) images.set(address, createEntry(address, row.text('imageAlt')));
  }
  return [...images.values()];
}

function findProblems(product: {
  readonly group: ShopifyGroup;
  readonly id: string;
  readonly variants: ShopifyVariants;
  readonly hasCategory: boolean;
}): ImportProblem[] {
  const { group, id, variants, hasCategory } = product;
  const problems: ImportProblem[] = variants.unreadablePrices.map(({ line, text }) => ({
    code: 'unreadable-price',
    line,
    id,
    path: 'Variant Price',
    message: `"${text}" is not a price such as 24990.00.`,
  }));
  if (hasCategory) return problems;
  const words = [firstText(group, 'type'), firstText(group, 'tags')].filter((text) => text !== '');
  const message =
    words.length === 0
      ? 'It has neither a type nor tags that could name its category.'
      : `Its category can't be found in "${words.join(', ')}".`;
  return [...problems, { code: 'unknown-category', line: group.line, id, path: 'productCategory', message }];
}
