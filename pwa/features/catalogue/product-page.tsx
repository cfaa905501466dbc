import { useLocation } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
import { toSummary } from '#shared/domain/product-entries.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { toExcerpt } from './excerpt.ts';
import { ProductView, ProductViewSkeleton } from './product-view.tsx';

/** Maximum length of the meta description; search engines show about half of it. */
const META_LENGTH = 320;

export function ProductPage() {
  const { status, product } = useProduct(readSegment(useLocation().pathname, 1));
  if (status === 'loading') {
    return (
      <Page title="Product">
        <ProductViewSkeleton />
      </Page>
    );
  }
  if (!product) {
    return (
      <Page title="Product">
        <PageHead heading="Product" />
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
    <Page
      title={product.productName}
      description={toExcerpt(toSummary(product).value, META_LENGTH) || undefined}
    >
      <ProductView key={product.FBUID} product={product} />
    </Page>
  );
}
