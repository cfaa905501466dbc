import { useState } from 'react';
import type { Product } from '#shared/collections/products.ts';
import { AddToBagDialog } from './add-to-bag-dialog.tsx';
import { ProductCard } from './product-card.tsx';
import styles from './product-grid.module.css';

/** As many columns as the grid itself has room for, whatever the window's width. */
export function ProductGrid({ products }: { readonly products: readonly Product[] }) {
  const [asked, setAsked] = useState<Product>();
  return (
    <div className={styles.frame}>
      <ul className={styles.grid}>
        {products.map((product, index) => (
          <li key={product.FBUID} className={styles.cell}>
            <ProductCard product={product} isFirst={index < 3} onAdd={() => setAsked(product)} />
          </li>
        ))}
      </ul>
      <AddToBagDialog product={asked} onClose={() => setAsked(undefined)} />
    </div>
  );
}
