import { Link } from 'react-router-dom';
import { toProductPath } from '#shared/api/document-paths.ts';
import type { Order, OrderLine } from '#shared/domain/order.ts';
import { toTotals } from '#shared/domain/order-totals.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Picture } from '#pwa/ui/picture.tsx';
import { OrderSums } from './order-sums.tsx';
import styles from './order-recap.module.css';

/** What was ordered, line by line, with the sums it came to. */
export function OrderRecap({ order }: { readonly order: Order }) {
  const { reference, currency, totalCents, lines } = order;
  return (
    <section aria-labelledby="order-recap" className={styles.recap}>
      <header className={styles.head}>
        <h2 id="order-recap" className={styles.title}>
          Your order
        </h2>
        <p className={styles.reference}>
          Reference <span>{reference ?? 'in your confirmation email'}</span>
        </p>
      </header>
      <ul>
        {lines.map((line) => (
          <RecapLine key={line.productId} line={line} currency={currency} />
        ))}
      </ul>
      <OrderSums totals={toTotals(totalCents)} currency={currency} />
    </section>
  );
}

function RecapLine({ line, currency }: { readonly line: OrderLine; readonly currency: string }) {
  const { productId, name, quantity, unitCents, picture } = line;
  return (
    <li className={styles.line}>
      <Picture src={picture?.value ?? ''} alt="" sizes="6rem" className={styles.picture} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link to={toProductPath(productId)}>{name}</Link>
        </h3>
        <p className={styles.quantity}>
          {quantity} × {formatCents(unitCents, currency)}
        </p>
      </div>
      <p className={styles.price}>{formatCents(quantity * unitCents, currency)}</p>
    </li>
  );
}
