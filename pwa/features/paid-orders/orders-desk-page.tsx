import { toDeskOrderPath } from '#shared/api/document-paths.ts';
import type { OrderState, PaidOrder } from '#shared/collections/orders.ts';
import { isReviewOpen, isPaidBackUnsent } from '#shared/domain/order-states.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { usePaidOrders } from '#pwa/data/queries/paid-orders.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Row } from '#pwa/ui/row-list.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { DeskList, type DeskView } from '../desk-list.tsx';
import { DocumentState } from '../document-state.tsx';
import { DESK_STATES } from './order-state-text.ts';
import styles from './paid-orders.module.css';

const inStates =
  (...states: readonly OrderState[]) =>
  ({ orderState }: PaidOrder) =>
    states.includes(orderState);

const VIEWS: readonly [DeskView<PaidOrder>, ...DeskView<PaidOrder>[]] = [
  {
    name: 'pack',
    title: 'To pack',
    isIn: inStates('held', 'paid'),
    none: 'Nothing to pack',
    about: 'Orders show here as soon as they are paid.',
  },
  {
    name: 'send',
    title: 'To send',
    isIn: inStates('packed'),
    none: 'Nothing to send',
    about: 'Packed orders show here.',
  },
  {
    name: 'sent',
    title: 'On their way',
    isIn: inStates('sent'),
    none: 'Nothing is on its way',
    about: 'Sent orders show here until they are delivered.',
  },
  {
    name: 'over',
    title: 'Over',
    isIn: inStates('delivered', 'returned', 'cancelled'),
    none: 'No order is over yet',
    about: 'Orders that were delivered, returned or cancelled show here.',
  },
];

/** The paid orders for staff: what to pack, to send, and where the rest is. */
export function OrdersDeskPage() {
  const { isStaff } = useSession();
  return (
    <Page title="Orders">
      <PageHead heading="Orders" lead={isStaff && <Link to="/admin">Admin</Link>} />
      <StaffOnly purpose="Staff see here which orders are paid, pack them and send them.">
        <Orders />
      </StaffOnly>
    </Page>
  );
}

function Orders() {
  const found = usePaidOrders();
  return (
    <DeskList
      path="/admin/orders"
      noun={{ one: 'order', many: 'orders' }}
      views={VIEWS}
      items={found?.orders}
      isComplete={found?.isComplete ?? false}
      searched="order number, name, email address or delivery address"
      toText={({ orderNumber, orderName, orderEmail, orderAddress }) =>
        [orderNumber, orderName, orderEmail, orderAddress].join(' ')
      }
      toKey={({ FBUID }) => FBUID}
      ItemRow={OrderRow}
    />
  );
}

function OrderRow({ item: order }: { readonly item: PaidOrder }) {
  const { FBUID: id, orderNumber, orderState, orderReview, orderLines, orderName, orderEmail } = order;
  const names = orderLines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
  return (
    <Row name={<Link to={toDeskOrderPath(id)}>{orderNumber}</Link>} actions={<Total order={order} />}>
      <span>
        {orderName || orderEmail || 'No name'}, paid <Instant at={order.orderPaidAt} />
      </span>
      <span>{names || 'Not one of our products'}</span>
      <span className={styles.chips}>
        {DESK_STATES[orderState]}
        {isReviewOpen(orderReview, orderState) && `, ${orderReview}`}
        {isPaidBackUnsent(order) && <strong>, refunded: do not send it</strong>}
        <DocumentState collection="orders" documentId={id} />
      </span>
    </Row>
  );
}

function Total({ order }: { readonly order: PaidOrder }) {
  return <span className={styles.total}>{formatCents(order.orderPaidCents, order.orderCurrency)}</span>;
}
