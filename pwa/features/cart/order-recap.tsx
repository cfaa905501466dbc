import type { Order } from '#shared/domain/order.ts';
import { toTotals } from '#shared/domain/order-totals.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { OrderSums } from './order-sums.tsx';
import styles from './success-page.module.css';
import { ProductLine } from './product-line.tsx';

/** The ordered lines and their totals. */
export function OrderRecap({ order }: { readonly order: Order }) {
  const { reference, currency, totalCents, lines } = order;
  return (
    <section aria-labelledby="order-recap" className={styles.orderRecap}>
      <header className={styles.orderRecapHead}>
        <h2 id="order-recap" className={styles.orderRecapTitle}>
          Your order
        </h2>
        <p className={styles.orderRecapReference}>
          Reference <span>{reference ?? 'in your confirmation email'}</span>
        </p>
      </header>
      <ul>
        {lines.map(({ productId, name, quantity, unitCents, picture }) => (
          <ProductLine
            key={productId}
            productId={productId}
            name={name}
            picture={picture}
            price={formatCents(quantity * unitCents, currency)}
          >
            <p className={styles.orderRecapQuantity}>
              {quantity} × {formatCents(unitCents, currency)}
            </p>
          </ProductLine>
        ))}
      </ul>
      <OrderSums totals={toTotals(totalCents)} currency={currency} />
    </section>
  );
}
