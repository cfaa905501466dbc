import type { Product } from '#shared/collections/products.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import type { CommitView } from './document-store.ts';
import type { DocumentData, DocumentKey, StoredDocument } from './stored-document.ts';

export const PRODUCTS = 'products';
/** Where a product's price id is. */
export const PRICE_ID_PATH = 'productPrices[0].description';

/** The price id of stored content, which may be damaged or of an earlier schema. */
export function priceIdOf(data: DocumentData): string | undefined {
  return Array.isArray(data['productPrices']) ? toPriceId(data as unknown as Product) : undefined;
}

/**
 * Another product with the price id that a write gives to this one: a payment could be for either. Content that keeps its
 * price id isn't checked, so that products stored before can still be changed.
 */
export function findTakenPrice(
  { id }: Pick<DocumentKey, 'id'>,
  data: DocumentData,
  current: StoredDocument | undefined,
  view: Pick<CommitView, 'productsWithPrice'>,
): { readonly other: string; readonly priceId: string } | undefined {
  const priceId = priceIdOf(data);
  if (priceId === undefined) return undefined;
  if (current && !current.deleted && priceIdOf(current.data) === priceId) return undefined;
  const other = view.productsWithPrice(priceId).find((one) => one !== id);
  return other === undefined ? undefined : { other, priceId };
}
