import { toPaidOrderPath } from '#shared/api/document-paths.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { usePaidOrders } from '#pwa/data/queries/paid-orders.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { BOUGHT_STATES } from './bought-state-text.ts';
import { OfflineNotice } from '../offline-notice.tsx';

/** The orders of this person or device, also without a connection. */
export function OwnOrdersPage() {
  const found = usePaidOrders();
  const { isStaff } = useSession();
  return (
    <Page title="Your orders">
      <PageHead
        heading={isStaff ? 'Orders' : 'Your orders'}
        lead={
          isStaff ? (
            <Link to="/admin/orders">Pack and send them</Link>
          ) : (
            <Link to="/account">Your account</Link>
          )
        }
      />
      <OfflineNotice tone="calm">These are the orders on this device.</OfflineNotice>
      {!found && (
        <div role="status">
          <span>Loading your orders …</span>
          <Skeleton />
          <Skeleton />
        </div>
      )}
      {found?.orders.length === 0 && (
        <EmptyState
          title={found.isComplete ? 'No orders yet' : 'Your orders are on their way'}
          actions={<ButtonLink to="/products">Look at the products</ButtonLink>}
        >
          What you buy with this device or account shows here once it is paid.
        </EmptyState>
      )}
      {found && found.orders.length > 0 && (
        <RowList label="Orders">
          {found.orders.map(({ FBUID: id, orderNumber, orderState, orderLines, ...order }) => (
            <Row
              key={id}
              name={<Link to={toPaidOrderPath(id)}>{orderNumber}</Link>}
              actions={<strong>{formatCents(order.orderPaidCents, order.orderCurrency)}</strong>}
            >
              <span>
                {BOUGHT_STATES[orderState]}, ordered <Instant at={order.orderPaidAt} />
              </span>
              <span>{orderLines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</span>
            </Row>
          ))}
        </RowList>
      )}
    </Page>
  );
}
