import { toNewEnquiryPath } from '#shared/api/document-paths.ts';
import type { OrderView } from '#shared/api/order-routes.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { DeliveryAddress } from './delivery-address.tsx';
import { OrderLinesTable } from './order-lines-table.tsx';
import styles from './paid-orders.module.css';
import { BOUGHT_STATES } from './bought-state-text.ts';
import { useBoughtOrder } from './use-bought-order.ts';

/** One order for the person who has bought it. */
export function BoughtOrderPage() {
  const { status, order, reason, toPath } = useBoughtOrder();
  const title = order ? `Order ${order.orderNumber}` : 'Order';
  return (
    <Page title={title}>
      <PageHead heading={title} lead={<Link to="/account/orders">Your orders</Link>} />
      {order && <Bought order={order} receiptPath={toPath('/receipt')} />}
      {status === 'loading' && (
        <div role="status">
          <span>Loading the order …</span>
          <Skeleton />
          <Skeleton />
        </div>
      )}
      {status === 'missing' && (
        <EmptyState
          title="This order isn’t on this device"
          actions={<ButtonLink to="/login">Sign in</ButtonLink>}
        >
          {reason ?? ''} Orders show on the device that paid, on every device of the account that paid, and
          with the link of our email.
        </EmptyState>
      )}
    </Page>
  );
}

function Bought({ order, receiptPath }: { readonly order: OrderView; readonly receiptPath: string }) {
  const { orderState, orderTracking, orderMoves } = order;
  return (
    <div className={styles.parts}>
      {orderState === 'held' && (
        <Notice tone="pending">
          Your payment arrived, and we check it before we pack. We write to you; you don’t have to do
          anything.
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.part}>
          <OrderLinesTable order={order} />
          <div className={styles.buttons}>
            <ButtonLink kind="primary" to={receiptPath}>
              Receipt
            </ButtonLink>
            <ButtonLink to={toNewEnquiryPath(`Order ${order.orderNumber}`)}>Ask about this order</ButtonLink>
          </div>
        </div>
        <DescriptionList>
          <Description name="State">{BOUGHT_STATES[orderState]}</Description>
          {orderTracking && <Description name="Tracking">{orderTracking}</Description>}
          <Description name="Deliver to">
            <DeliveryAddress order={order} />
          </Description>
          <Description name="Steps">
            <ol>
              {orderMoves.map(({ at, to, why }) => (
                <li key={`${at} ${to}`}>
                  {BOUGHT_STATES[to]}, <Instant at={at} />
                  {why && `: ${why}`}
                </li>
              ))}
            </ol>
          </Description>
        </DescriptionList>
      </div>
    </div>
  );
}
