import { Suspense } from 'react';
import type { Product } from '#shared/collections/products.ts';
import { useServedPage } from '#pwa/data/queries/ssr-data.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { RelatedCards } from './related-cards.tsx';

/** Not needed on a first visit, whose page comes with its related products. */
const StoredRelated = lazyPart(async () => (await import('./stored-related.tsx')).StoredRelated);

/** Products that go with this one, and further drones. */
export function RelatedSections({ product }: { readonly product: Product }) {
  const served = useServedPage()?.related;
  if (served) return <RelatedCards {...served} />;
  return (
    <Suspense>
      <StoredRelated product={product} />
    </Suspense>
  );
}
