import type { OrderView } from '#shared/api/order-routes.ts';
import styles from './paid-orders.module.css';

/** The lines of an address label, without empty ones. */
export function toAddressLines({ orderName, orderAddress }: OrderView): readonly string[] {
  return [orderName, ...orderAddress.split('\n')].filter(Boolean);
}

export function DeliveryAddress({ order }: { readonly order: OrderView }) {
  const lines = toAddressLines(order);
  if (lines.length === 0) return 'No address was asked for';
  return (
    <address className={styles.address}>
      {lines.map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
    </address>
  );
}
