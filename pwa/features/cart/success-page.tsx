import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { completeOrder, readEmptiedCart, readOrder } from '#pwa/data/cart/orders.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Order } from '#shared/domain/order.ts';
import { toTotals } from '#shared/domain/order-totals.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { LastOrder } from './last-order.tsx';
import { NextSteps } from './next-steps.tsx';
import { toRestorable } from './restorable.ts';
import styles from './success-page.module.css';
import { usePaymentStatus } from './use-payment-status.ts';
import { OrderSums } from './order-sums.tsx';
import { ProductLine } from './product-line.tsx';

/** Opening this page empties the cart. It proves no payment: only the payment provider says whether the order is paid. */
export function SuccessPage() {
  const app = useAppStore();
  const [query] = useSearchParams();
  // Without a session in the address, shows the last payment started on this device.
  const [sessionId] = useState(() => query.get('session_id') ?? readOrder(app, undefined)?.sessionId);
  const { status, order } = usePaymentStatus(sessionId);
  const [emptied, setEmptied] = useState(() => readEmptiedCart(app));
  const hasCompleted = useRef(false);

  useEffect(() => {
    if (hasCompleted.current) return;
    hasCompleted.current = true;
    completeOrder(app, sessionId).catch((error: unknown) =>
      logError('The cart could not be emptied:', error),
    );
    setEmptied(readEmptiedCart(app));
  }, [app, sessionId]);

  const isCharged = status !== 'failed' && status !== 'expired';
  return (
    <Page title="Thank you">
      <div className={styles.head}>
        <h1>Thank You for Your Purchase!</h1>
        <p className={styles.lead}>
          {isCharged
            ? 'A confirmation email was sent to the address you gave with your payment. It lists what you ordered and when to expect it.'
            : 'Only the payment is missing. No confirmation email was sent, and nothing is on its way to you yet.'}
        </p>
        <LastOrder status={status} restorable={toRestorable(emptied, { sessionId, status, order })} />
        <ButtonLink kind="primary" to="/" data-screen-only>
          Return to Homepage
        </ButtonLink>
      </div>
      <div className={styles.columns}>
        {order && <OrderRecap order={order} />}
        {!order && status === 'asking' && (
          <div className={styles.waiting}>
            <Skeleton shape="title" />
            <Skeleton />
            <Skeleton />
          </div>
        )}
        {!order && status !== 'asking' && (
          <section aria-labelledby="no-order" className={styles.missing}>
            <h2 id="no-order">Your order</h2>
            <p>
              This device does not know what you ordered: it was paid for elsewhere, or the browser has
              cleared its data. Your confirmation email lists it.
            </p>
          </section>
        )}
        {isCharged && <NextSteps />}
      </div>
    </Page>
  );
}

/** The ordered lines and their totals. */
function OrderRecap({ order }: { readonly order: Order }) {
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
