import type { Product } from '#shared/collections/products.ts';
import { toGallery } from '#shared/domain/product-entries.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';
import { BoxSection, SpecificationSection, DownloadSection, SupportSection } from './product-sections.tsx';
import { Gallery } from './gallery.tsx';
import { FieldworkSections } from './fieldwork-sections.tsx';
import styles from './product-page.module.css';
import { PurchasePanel } from './purchase-panel.tsx';

export function ProductView({ product }: { readonly product: Product }) {
  return (
    <article>
      <div className={styles.first}>
        <Gallery images={toGallery(product)} productName={product.productName} />
        <PurchasePanel product={product} />
      </div>
      <SpecificationSection specifications={product.productSpecifications} />
      <FieldworkSections product={product} />
      <BoxSection product={product} />
      <DownloadSection downloads={product.productDownloads} />
      <SupportSection />
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
