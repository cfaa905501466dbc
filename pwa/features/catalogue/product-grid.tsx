import { useState } from 'react';
import type { Product } from '#shared/collections/products.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { AddToCartDialog } from './add-to-cart-dialog.tsx';
import { ProductCard } from './product-card.tsx';
import styles from './product-list.module.css';
import { useIncrementalList } from './use-incremental-list.ts';

interface ProductGridProps {
  readonly products: readonly Product[];
  /** Place of the first of them in the whole list, from 0. */
  readonly from?: number;
  /** Length of the whole list. */
  readonly total?: number;
  /** Renders all of them at once, as a page from the server does. */
  readonly isWhole?: boolean;
}

/** The number of columns depends on the width of the grid, not of the window. */
export function ProductGrid({
  products,
  from = 0,
  total = products.length,
  isWhole = false,
}: ProductGridProps) {
  const [toAdd, setToAdd] = useState<Product>();
  const { visibleCount, end } = useIncrementalList(products.length, isWhole);
  return (
    <div className={styles.frame}>
      <ul className={styles.grid}>
        {products.slice(0, visibleCount).map((product, index) => (
          <li
            key={product.FBUID}
            className={styles.cell}
            aria-posinset={from + index + 1}
            aria-setsize={total}
          >
            <ProductCard product={product} isFirst={index === 0} onAdd={setToAdd} />
          </li>
        ))}
      </ul>
      {end && <div ref={end} />}
      <AddToCartDialog product={toAdd} onClose={() => setToAdd(undefined)} />
    </div>
  );
}

const PLACES = [1, 2, 3, 4, 5, 6];

export function ProductGridSkeleton() {
  return (
    <div className={styles.frame} role="status">
      <VisuallyHidden>Loading products</VisuallyHidden>
      <div className={styles.grid}>
        {PLACES.map((place) => (
          <div key={place} className={styles.stack}>
            <Skeleton shape="picture" />
            <Skeleton shape="title" />
            <Skeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
