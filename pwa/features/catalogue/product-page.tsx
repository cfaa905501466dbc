import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { ProductView, ProductViewSkeleton } from './product-view.tsx';

/** Only staff ever need it. */
const NeedsReview = lazyPart(async () => (await import('../needs-review.tsx')).NeedsReview);

export function ProductPage() {
  return <ProductOf id={readSegment(useLocation().pathname, 1)} />;
}

function ProductOf({ id }: { readonly id: string }) {
  const { status, product } = useProduct(id);
  if (status === 'loading') {
    return (
      <Page title="Product">
        <ProductViewSkeleton />
      </Page>
    );
  }
  if (!product) {
    // The address may have been typed or shared in capitals.
    const lower = id.toLowerCase();
    if (id !== lower) return <ProductOf id={lower} />;
    return (
      <Page title="Product">
        <PageHead heading="Product" />
        <ProductReview id={id} />
        <EmptyState
          title="no document data selected"
          actions={<ButtonLink to="/products">All products</ButtonLink>}
        >
          There is no product at this address, or it hasn’t reached this device yet.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={product.productName}>
      <ProductReview id={id} />
      <ProductView key={product.FBUID} product={product} />
    </Page>
  );
}

function ProductReview({ id }: { readonly id: string }) {
  const rejectedChanges = useRejectedChanges({ collection: 'products', documentId: id });
  return (
    <Suspense>
      {rejectedChanges?.map((change) => (
        <NeedsReview key={change.id} rejectedChange={change} />
      ))}
    </Suspense>
  );
}

/** A product that isn't saved yet, as shoppers will see it. */
export function ProductPreview({ product }: { readonly product: Product }) {
  return <ProductView product={product} isPreview />;
}
