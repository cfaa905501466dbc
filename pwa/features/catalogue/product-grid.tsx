import { useState } from 'react';
import { PRODUCT_CATEGORIES, type Product } from '#shared/collections/products.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { AddToCartDialog } from './add-to-cart-dialog.tsx';
import { toCategoryTexts } from './categories.ts';
import { ProductCard } from './product-card.tsx';
import styles from './product-list.module.css';
import { useIncrementalList } from './use-incremental-list.ts';

interface ProductGridProps {
  /** Tells this list from another search, order or category. */
  readonly name: string;
  readonly products: readonly Product[];
  /** Place of the first of them in the whole list, from 0. */
  readonly from?: number;
  /** Length of the whole list. */
  readonly total?: number;
  /** Renders all of them at once, as a page from the server does. */
  readonly isWhole?: boolean;
  /** Whether each category has a heading; then its products follow one another. */
  readonly isGrouped?: boolean;
}

/** The number of columns depends on the width of the grid, not of the window. */
export function ProductGrid({
  name,
  products,
  from = 0,
  total = products.length,
  isWhole = false,
  isGrouped = false,
}: ProductGridProps) {
  const [toAdd, setToAdd] = useState<Product>();
  const { visibleCount, end } = useIncrementalList(name, products.length, isWhole);
  const cards = products.slice(0, visibleCount).map((product, index) => ({
    product,
    cell: (
      <li key={product.FBUID} className={styles.cell} aria-posinset={from + index + 1} aria-setsize={total}>
        <ProductCard
          product={product}
          isFirst={index === 0}
          level={isGrouped ? 'h3' : 'h2'}
          onAdd={setToAdd}
        />
      </li>
    ),
  }));
  return (
    <div className={styles.frame}>
      {isGrouped ? (
        PRODUCT_CATEGORIES.map((category) => {
          const group = cards.filter(({ product }) => product.productCategory === category);
          if (group.length === 0) return null;
          return (
            <section key={category} className={styles.group} aria-labelledby={`list-${category}`}>
              <h2 id={`list-${category}`} className={styles.groupTitle}>
                {toCategoryTexts(category).name}
              </h2>
              <ul className={styles.grid}>{group.map(({ cell }) => cell)}</ul>
            </section>
          );
        })
      ) : (
        <ul className={styles.grid}>{cards.map(({ cell }) => cell)}</ul>
      )}
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
