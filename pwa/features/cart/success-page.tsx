import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toNewEnquiryPath } from '#shared/api/document-paths.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { completeOrder, readEmptiedCart, readOrder, type KeptOrder } from '#pwa/data/cart/orders.ts';
import { ButtonLink, Button } from '#pwa/ui/button.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Order } from '#shared/domain/order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Link } from '#pwa/ui/link.tsx';
import { POLICIES } from '#shared/domain/policies.ts';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { countItems } from '#shared/domain/cart.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { toRestorable } from './restorable.ts';
import styles from './success-page.module.css';
import { usePaymentStatus, type PaymentStatus } from './use-payment-status.ts';
import { OrderSums } from './order-sums.tsx';
import { ProductLine } from './product-line.tsx';
import { useRestore } from './use-restore.ts';

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
        {status === 'paid' && <NextSteps mail={mail} orderNumber={order?.orderNumber} />}
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

const CONFIRMATION = {
  name: 'Confirmation',
  text: 'The email holds this list and the order number. Quote the number when you write to us.',
};

const STEPS = [
  {
    name: `Delivery within ${POLICIES.deliveryDays} days`,
    text: `Counted from the confirmed payment. If it has not come after ${POLICIES.undeliveredNoticeDays} days, we write to you by email.`,
  },
  {
    name: `Adult signature (${POLICIES.signatureAge}+)`,
    text: 'An adult signs for every parcel. Batteries travel by road and can arrive separately.',
  },
  {
    name: 'Check the box',
    text: `Report what is missing or damaged within ${POLICIES.defectReportDays} days of delivery.`,
  },
];

interface NextStepsProps {
  readonly mail: KeptOrder['mail'];
  readonly orderNumber: string | undefined;
}

function NextSteps({ mail, orderNumber }: NextStepsProps) {
  const hasMail = mail === 'sent' || mail === 'due';
  return (
    <section aria-labelledby="next-steps" className={styles.nextStepsNext}>
      <h2 id="next-steps" className={styles.nextStepsTitle}>
        What happens next
      </h2>
      <ol className={styles.nextSteps}>
        {[...(hasMail ? [CONFIRMATION] : []), ...STEPS].map((step) => (
          <li key={step.name} className={styles.nextStepsStep}>
            <h3 className={styles.nextStepsName}>{step.name}</h3>
            <p className={styles.nextStepsText}>{step.text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.nextStepsText} data-screen-only>
        <Link to={orderNumber === undefined ? '/contact' : toNewEnquiryPath(`Order ${orderNumber}`)}>
          Ask us about this order
        </Link>{' '}
        or read the <Link to="/legals/terms-and-conditions">terms and conditions</Link>.
      </p>
    </section>
  );
}

const UNPAID_TEXTS: Partial<Record<PaymentStatus, string>> = {
  open: "The payment has not gone through yet. We'll keep checking.",
  expired: 'The payment was cancelled or took too long, so nothing was charged.',
  failed: 'The payment did not go through, so nothing was charged.',
  offline: "This payment can't be checked without a connection. We'll check it as soon as there is one.",
  unreachable:
    "We can't check this payment right now. We'll keep checking. If you've had a confirmation email, your order went through.",
  unknown: "If you've had a confirmation email, your order went through.",
};

interface LastOrderProps {
  readonly status: PaymentStatus;
  /** Items that can be put back into the cart. */
  readonly restorable: readonly CartItem[];
}

/** Shows the payment's status and offers to restore items that aren't part of a confirmed order. */
function LastOrder({ status, restorable }: LastOrderProps) {
  const putBack = useRestore();
  const unpaidText = UNPAID_TEXTS[status];
  const count = countItems(restorable);
  const restore = (text: string) =>
    count > 0 && <Button onClick={() => void putBack(restorable)}>{text}</Button>;
  return (
    <div role="status">
      {status === 'asking' && <p>Checking the payment…</p>}
      {status === 'processing' && <Notice tone="pending">The payment is on its way.</Notice>}
      {status === 'held' && <Notice tone="pending">Your payment arrived and is being checked.</Notice>}
      {status === 'paid' && <Notice tone="confirmed">Payment confirmed.</Notice>}
      {status === 'refunded' && <Notice>This order was refunded to the card it was paid with.</Notice>}
      {unpaidText && (
        <Notice
          tone={status === 'failed' || status === 'expired' ? 'error' : 'pending'}
          actions={restore('Restore my last order')}
        >
          {unpaidText} {count > 0 && 'Your last order is still on this device.'}
        </Notice>
      )}
      {!unpaidText && count > 0 && (
        <Notice tone="pending" actions={restore('Put back')}>
          {count === 1 ? '1 item in your cart was' : `${count} items in your cart were`} not part of this
          order and {count === 1 ? 'is' : 'are'} kept on this device.
        </Notice>
      )}
    </div>
  );
}
