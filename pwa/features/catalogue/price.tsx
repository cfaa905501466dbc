import type { Product } from '#shared/collections/products.ts';
import { toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import styles from './price.module.css';

/** The unit price including GST, or a text if the product has no readable price. */
export function Price({ product }: { readonly product: Product }) {
  const { currency } = useShopConfig();
  const cents = toUnitPriceCents(product);
  return (
    <span className={styles.price}>
      {cents === undefined ? 'Price on enquiry' : formatCents(cents, currency)}
    </span>
  );
}
