import { useOrderLabels } from '#pwa/data/orders/use-draft-orders.ts';
import { useState } from 'react';
import { toOrderPath } from '#shared/api/document-paths.ts';
import type { InboxItem } from '#shared/collections/inbox.ts';
import { NO_USER } from '#shared/collections/collection.ts';
import {
  PURCHASE_ORDER_CURRENCY,
  toPurchaseOrderFacts,
  toPurchaseOrderTotalCents,
} from '#shared/domain/purchase-order.ts';
import { useDeviceNames } from '#pwa/data/queries/use-device-names.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useInbox } from '#pwa/data/queries/inbox.ts';
import { Button } from '#pwa/ui/button.tsx';
import { StretchedLink } from '#pwa/ui/stretched-link.tsx';
import { INBOX_STATE_TEXTS, toShownState } from '../inbox-part.tsx';
import { CivilDate } from './civil-date.tsx';
import { OrderStatusChip } from './order-status-chip.tsx';
import styles from './orders-page.module.css';
import type { ListedOrder } from './use-listed-orders.ts';

interface OrdersTableProps {
  readonly orders: readonly ListedOrder[];
  /** Whether to show who made each order. */
  readonly showsWho: boolean;
}

/** Rows shown at first, and added each time. */
const STEP = 200;

/** Purchase orders, one per row; on a narrow screen, one per block. */
export function OrdersTable({ orders, showsWho }: OrdersTableProps) {
  const [limit, setLimit] = useState(STEP);
  const devices = useDeviceNames();
  const inbox = useInbox('ukraines');
  const deviceOf = new Map(devices.flatMap(({ name, orders: ids }) => ids.map((id) => [id, name])));
  return (
    <div className={styles.ordersTableFrame}>
      <table className={styles.ordersTable}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Date</th>
            <th scope="col">Expiry</th>
            <th scope="col" className={styles.ordersTableTotal}>
              Total
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {orders.slice(0, limit).map((one) => (
            <Row
              key={one.order.FBUID}
              {...one}
              item={inbox?.get(one.order.FBUID)}
              showsWho={showsWho}
              device={deviceOf.get(one.order.FBUID)}
            />
          ))}
        </tbody>
      </table>
      {orders.length > limit && (
        <Button kind="plain" onClick={() => setLimit(limit + STEP)}>
          Show more of {orders.length} orders
        </Button>
      )}
    </div>
  );
}

interface RowProps extends ListedOrder {
  /** What staff do about it; only staff know. */
  readonly item: InboxItem | undefined;
  readonly showsWho: boolean;
  /** Name of the device that made it. */
  readonly device: string | undefined;
}

function Row({ order, item, status, hasChange, showsWho, device }: RowProps) {
  const { poNumber, reference, date, expiry } = toPurchaseOrderFacts(order);
  const total = toPurchaseOrderTotalCents(order.selectedComponents);
  const { [order.FBUID]: label } = useOrderLabels();
  return (
    <tr className={styles.ordersTableRow}>
      <th scope="row" className={styles.ordersTableOrder}>
        <StretchedLink to={toOrderPath(order.FBUID)}>{poNumber}</StretchedLink>{' '}
        <span className={styles.ordersTableSoft}>{reference}</span>
        {label && <span className={styles.ordersTableWho}>{label}</span>}
        {showsWho && <span className={styles.ordersTableWho}>{toWho(order.sync.updatedBy, device)}</span>}
        {item && (
          <span className={styles.ordersTableWho}>
            {INBOX_STATE_TEXTS[toShownState(item)]}
            {item.inboxAssignee && `, ${item.inboxAssignee}`}
          </span>
        )}
      </th>
      <td className={styles.ordersTableDate}>
        <CivilDate date={date} />
      </td>
      <td className={styles.ordersTableExpiry}>
        <span className={styles.ordersTableNarrow}>to </span>
        <CivilDate date={expiry} />
      </td>
      <td className={styles.ordersTableTotal}>{formatCents(total, PURCHASE_ORDER_CURRENCY)}</td>
      <td className={styles.ordersTableStatus}>
        <OrderStatusChip status={status} />
        {hasChange && <span className={styles.ordersTableChange}>Change not confirmed</span>}
      </td>
    </tr>
  );
}

/** An order without a server-side author never reached the server, so this device made it. */
function toWho(updatedBy: string, device: string | undefined): string {
  if (updatedBy === '') return 'by this device';
  if (updatedBy !== NO_USER) return `by ${updatedBy}`;
  return device === undefined ? 'on a device without an account' : `on device ${device}`;
}
