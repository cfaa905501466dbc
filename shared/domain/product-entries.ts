import type { Product, ProductCategory, ProductEntry } from '#shared/collections/products.ts';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { parseCents } from '#shared/kernel/money.ts';

/** Number of images in the product carousel; the rest are shown under "In the Box". */
export const GALLERY_SIZE = 6;
/** Time between two slides of a carousel, in milliseconds. */
export const CAROUSEL_INTERVAL_MS = 10_000;

type ProductContent = Omit<Product, 'createdAt' | 'writeId' | 'sync'>;

const NO_ENTRY: ProductEntry = { value: '', label: '', description: '' };

export function toThumbnail(product: ProductContent): ProductEntry | undefined {
  return product.productImages[0];
}

export function toGallery(product: ProductContent): readonly ProductEntry[] {
  return product.productImages.slice(0, GALLERY_SIZE);
}

export function toBoxImages(product: ProductContent): readonly ProductEntry[] {
  return product.productImages.slice(GALLERY_SIZE);
}

export function toSummary(product: ProductContent): ProductEntry {
  return product.productDescriptions[0] ?? NO_ENTRY;
}

export function toCardBlurb(product: ProductContent): ProductEntry {
  return product.productDescriptions[5] ?? NO_ENTRY;
}

/** Non-empty description entries 1-4: the detail blocks of "Read More". */
export function toDetails(product: ProductContent): readonly ProductEntry[] {
  return product.productDescriptions.slice(1, 5).filter(hasText);
}

export function toSoftware(product: ProductContent): ProductEntry | undefined {
  return withText(product.productDescriptions[6]);
}

export function toCamera(product: ProductContent): ProductEntry | undefined {
  return withText(product.productDescriptions[7]);
}

export function toUseCases(product: ProductContent): ProductEntry | undefined {
  return withText(product.productDescriptions[8]);
}

/** Unit price in integer cents, from the first price entry only; `undefined` if it is missing or unreadable. */
export function toUnitPriceCents(product: ProductContent): number | undefined {
  const price = product.productPrices[0];
  return price && parseCents(price.value);
}

/** The payment provider's price id, from the first price entry only. */
export function toPriceId(product: ProductContent): string | undefined {
  return product.productPrices[0]?.description || undefined;
}

/** Whether the product has a price and a price id. Other products offer "Enquire" instead. */
export function isPurchasable(product: ProductContent): boolean {
  return toUnitPriceCents(product) !== undefined && toPriceId(product) !== undefined;
}

/** The category selected by the last segment of a product-list path; `undefined` for all products. */
export function toCategory(path: string): ProductCategory | undefined {
  const segment = path.split('/').findLast((part) => part !== '');
  return PRODUCT_CATEGORIES.find((category) => category === segment);
}

/** The products of a category, or all without one: drones first, inside each category by name in the store's locale. */
export function listProducts<P extends ProductContent>(
  products: readonly P[],
  category?: ProductCategory,
): readonly P[] {
  return products
    .filter((product) => category === undefined || product.productCategory === category)
    .toSorted((a, b) => compareCategories(a, b) || compareNames(a.productName, b.productName));
}

function compareCategories(a: ProductContent, b: ProductContent): number {
  return PRODUCT_CATEGORIES.indexOf(a.productCategory) - PRODUCT_CATEGORIES.indexOf(b.productCategory);
}

/** Created on first use, because creating it is slow. */
let names: Intl.Collator | undefined;

function compareNames(a: string, b: string): number {
  names ??= new Intl.Collator('en-AU');
  return names.compare(a, b);
}

/** Treats a blank entry, which only keeps the positions of later ones, as missing. */
function withText(entry: ProductEntry | undefined): ProductEntry | undefined {
  return entry && hasText(entry) ? entry : undefined;
}

function hasText({ value, description }: ProductEntry): boolean {
  return value.trim() !== '' || description.trim() !== '';
}
