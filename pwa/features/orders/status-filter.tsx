import { Link } from 'react-router-dom';
import { ORDER_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts';
import { STATUS_TEXTS } from './order-status-chip.tsx';
import styles from './status-filter.module.css';
import type { ListedOrder } from './use-listed-orders.ts';

interface StatusFilterProps {
  readonly orders: readonly ListedOrder[];
  readonly chosen: OrderStatus | undefined;
}

/** How many orders there are of each status, each a way to show them alone. */
export function StatusFilter({ orders, chosen }: StatusFilterProps) {
  const options = [undefined, ...ORDER_STATUSES].map((status) => ({
    status,
    count: status ? orders.filter((one) => one.status === status).length : orders.length,
  }));
  return (
    <nav aria-label="Orders by status">
      <ul className={styles.options}>
        {options.map(({ status, count }) => (
          <li key={status ?? 'all'}>
            <Link
              to={status ? `/ukraine/orders?status=${status}` : '/ukraine/orders'}
              aria-current={status === chosen ? 'true' : undefined}
              className={styles.option}
              replace
            >
              {status ? STATUS_TEXTS[status] : 'All'} <span className={styles.count}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
