import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { completeOrder, readEmptiedCart, readOrder, type KeptOrder } from '#pwa/data/cart/orders.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Order } from '#shared/domain/order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { LastOrder } from './last-order.tsx';
import { NextSteps } from './next-steps.tsx';
import { toRestorable } from './restorable.ts';
import styles from './success-page.module.css';
import { usePaymentStatus, type PaymentStatus } from './use-payment-status.ts';
import { OrderSums } from './order-sums.tsx';
import { ProductLine } from './product-line.tsx';

/** Opening this page empties the cart. It proves no payment: only the payment provider says whether the order is paid. */
export function SuccessPage() {
  const app = useAppStore();
  const [query] = useSearchParams();
  // Without a session in the address, shows the last payment started on this device.
  const [sessionId] = useState(() => query.get('session_id') ?? readOrder(app, undefined)?.sessionId);
  const { status, order, mail } = usePaymentStatus(sessionId);
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

  const isCharged = status === 'paid' || status === 'held' || status === 'refunded';
  const hasNoPayment = NO_PAYMENT.has(status);
  const lead = toLead(status, mail);
  return (
    <Page title={hasNoPayment ? 'No payment found' : 'Thank you'}>
      <div className={styles.head}>
        <h1>{hasNoPayment ? "We couldn't find a payment" : 'Thank You for Your Purchase!'}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
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
        {!order && isCharged && (
          <section aria-labelledby="no-order" className={styles.missing}>
            <h2 id="no-order">Your order</h2>
            <p>We don't have a list of what you ordered here. Ask us and we'll tell you.</p>
          </section>
        )}
        {status === 'paid' && <NextSteps mail={mail} />}
      </div>
    </Page>
  );
}

/** What proves that nothing was paid. While a payment can't be checked, nothing is proved. */
const NO_PAYMENT: ReadonlySet<PaymentStatus> = new Set(['open', 'expired', 'failed', 'unknown']);

const MAIL_TEXTS = {
  sent: 'A confirmation email was sent to the address you gave with your payment. It lists what you ordered and when to expect it.',
  due: 'A confirmation email is on its way to the address you gave with your payment. It lists what you ordered and when to expect it.',
  none: 'You gave no email address with your payment, so please note your order number.',
};

function toLead(status: PaymentStatus, mail: KeptOrder['mail']): string | undefined {
  if (status === 'paid') return mail && MAIL_TEXTS[mail];
  if (status === 'processing')
    return 'Your bank takes some days for this payment. We start on your order once the money is here, and write to you then.';
  if (status === 'held')
    return "Your payment differs from what we quoted, so one of us checks it before we pack. We write to you then; you don't have to do anything.";
  if (status !== 'failed' && status !== 'expired') return undefined;
  return 'No confirmation email was sent, and nothing is on its way to you.';
}

/** The ordered lines and their totals. */
function OrderRecap({ order }: { readonly order: Order }) {
  const { orderNumber, currency, totalCents, lines } = order;
  return (
    <section aria-labelledby="order-recap" className={styles.orderRecap}>
      <header className={styles.orderRecapHead}>
        <h2 id="order-recap" className={styles.orderRecapTitle}>
          Your order
        </h2>
        {orderNumber !== undefined && (
          <p className={styles.orderRecapNumber}>
            Order number <span>{orderNumber}</span>
          </p>
        )}
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
      <OrderSums totalCents={totalCents} currency={currency} />
    </section>
  );
}
