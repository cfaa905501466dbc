import type { OrderView } from '#shared/api/order-routes.ts';
import { missingSellerSettings, toReceiptTitle } from '#shared/domain/seller.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Logo } from '#pwa/ui/logo.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { DeliveryAddress } from './delivery-address.tsx';
import { OrderLinesTable } from './order-lines-table.tsx';
import styles from './paid-orders.module.css';
import { useBoughtOrder } from './use-bought-order.ts';

/** An order's receipt, to print on A4 or keep as PDF. */
export function ReceiptPage() {
  const { status, order, reason, toPath } = useBoughtOrder();
  const config = useShopConfig();
  const title = order ? toReceiptTitle(order, config) : 'Receipt';
  return (
    <Page title={order ? `${title} ${order.orderNumber}` : title} isNarrow>
      {order ? (
        <Receipt order={order} title={title} orderPath={toPath('')} />
      ) : (
        <PageHead heading="Receipt" />
      )}
      {status === 'loading' && (
        <div role="status">
          <span>Loading the receipt …</span>
          <Skeleton />
        </div>
      )}
      {status === 'missing' && (
        <EmptyState
          title="This receipt isn’t on this device"
          actions={<ButtonLink to="/login">Sign in</ButtonLink>}
        >
          {reason ?? ''} Receipts show on the device that paid, on every device of the account that paid, and
          with the link of our email.
        </EmptyState>
      )}
    </Page>
  );
}

interface ReceiptProps {
  readonly order: OrderView;
  readonly title: string;
  readonly orderPath: string;
}

function Receipt({ order, title, orderPath }: ReceiptProps) {
  const { orderNumber, orderEmail, orderPaidAt } = order;
  const { seller } = useShopConfig();
  return (
    <article className={styles.parts} aria-labelledby="receipt-title">
      <div className={styles.buttons} data-screen-only>
        <Button kind="primary" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonLink to={orderPath}>Back to the order</ButtonLink>
      </div>
      <MissingSeller />
      <Logo />
      <h1 id="receipt-title">{title}</h1>
      <DescriptionList>
        {seller.name !== '' && (
          <Description name="Seller">
            {seller.name}
            <br />
            {seller.address}
          </Description>
        )}
        {seller.abn !== '' && <Description name="ABN">{seller.abn}</Description>}
        <Description name="Order">{orderNumber}</Description>
        <Description name="Paid">
          <Instant at={orderPaidAt} />
        </Description>
        <Description name="Customer">
          <DeliveryAddress order={order} />
          {orderEmail}
        </Description>
      </DescriptionList>
      <OrderLinesTable order={order} />
    </article>
  );
}

/** Tells managers which settings the receipts lack. */
function MissingSeller() {
  const { isManager } = useSession();
  const { seller } = useShopConfig();
  const missing = missingSellerSettings(seller);
  if (!isManager || missing.length === 0) return null;
  return (
    <div data-screen-only>
      <Notice>
        Receipts don’t name the seller completely. Not set on the server: {missing.join(', ')}. Only managers
        see this.
      </Notice>
    </div>
  );
}
