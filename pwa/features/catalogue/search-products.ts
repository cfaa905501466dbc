import type { Product } from '#shared/collections/products.ts';
import { toCardBlurb, toSummary } from '#shared/domain/product-entries.ts';

/** The products in whose name or short texts every searched word occurs; all of them without a word. */
export function searchProducts(products: readonly Product[], search: string): readonly Product[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return products;
  return products.filter((product) => {
    const text = [product.productName, toCardBlurb(product).value, toSummary(product).value]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
