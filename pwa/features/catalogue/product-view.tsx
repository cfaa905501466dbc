import type { Product } from '#shared/collections/products.ts';
import { toGallery } from '#shared/domain/product-entries.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';
import { categoryName } from '#shared/domain/category-name.ts';
import { Link } from '#pwa/ui/link.tsx';
import {
  BoxSection,
  DownloadSection,
  FieldworkSections,
  SpecificationSection,
  SupportSection,
} from './product-sections.tsx';
import { Gallery } from './gallery.tsx';
import styles from './product-page.module.css';
import { PurchasePanel } from './purchase-panel.tsx';
import { RelatedSections } from './related-products.tsx';

interface ProductViewProps {
  readonly product: Product;
  /** Whether the product isn't saved yet: nothing can be bought, and staff see what shoppers will. */
  readonly isPreview?: boolean;
}

export function ProductView({ product, isPreview = false }: ProductViewProps) {
  return (
    <article className={styles.view}>
      <Breadcrumb product={product} />
      <div className={styles.first}>
        <Gallery images={toGallery(product)} productName={product.productName} />
        <PurchasePanel product={product} isPreview={isPreview} />
      </div>
      <SpecificationSection specifications={product.productSpecifications} />
      <FieldworkSections product={product} />
      <BoxSection product={product} />
      <DownloadSection downloads={product.productDownloads} />
      <SupportSection />
      <RelatedSections product={product} />
    </article>
  );
}

export function ProductViewSkeleton() {
  return (
    <div className={styles.first} role="status">
      <LoadingHeading>Loading the product</LoadingHeading>
      <Skeleton shape="picture" />
      <div className={styles.stack}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  );
}

/** The way from the list of all products to this one. */
function Breadcrumb({ product }: { readonly product: Product }) {
  const { productCategory, productName } = product;
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb} data-screen-only>
      <ol>
        <li>
          <Link to="/products">Products</Link>
        </li>
        <li>
          <Link to={`/products/${productCategory}`}>{categoryName(productCategory)}</Link>
        </li>
        <li aria-current="page">{productName}</li>
      </ol>
    </nav>
  );
}
