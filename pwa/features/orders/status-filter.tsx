import { ORDER_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts';
import { ViewLinks } from '#pwa/ui/view-links.tsx';
import { STATUS_TEXTS } from './order-status-chip.tsx';
import type { ListedOrder } from './use-listed-orders.ts';

interface StatusFilterProps {
  readonly orders: readonly ListedOrder[];
  readonly chosen: OrderStatus | undefined;
}

/** How many orders there are of each status, each a way to show them alone. */
export function StatusFilter({ orders, chosen }: StatusFilterProps) {
  const links = [undefined, ...ORDER_STATUSES].map((status) => ({
    to: status ? `/ukraine/orders?status=${status}` : '/ukraine/orders',
    text: status ? STATUS_TEXTS[status] : 'All',
    count: status ? orders.filter((one) => one.status === status).length : orders.length,
    isCurrent: status === chosen,
  }));
  return <ViewLinks label="Orders by status" links={links} />;
}
