import type { Product } from '#shared/collections/products.ts';
import { findRelated } from '#shared/domain/product-relations.ts';
import { useProducts } from '#pwa/data/queries/use-products.ts';
import { RelatedCards } from './related-cards.tsx';

/** The related products among those on this device. */
export function StoredRelated({ product }: { readonly product: Product }) {
  const { products } = useProducts('');
  return <RelatedCards {...findRelated(product, products)} />;
}
