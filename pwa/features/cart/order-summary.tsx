import { countItems } from '#shared/domain/cart.ts';
import { toTotalCents } from '#shared/domain/order-totals.ts';
import { POLICIES } from '#shared/domain/policies.ts';
import type { PricedLine } from '#shared/domain/priced-line.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { Connection } from '#pwa/data/sync/connection.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { OrderSums } from './order-sums.tsx';
import styles from './checkout-page.module.css';
import { usePayment } from './use-payment.ts';

export function OrderSummary({ lines }: { readonly lines: readonly PricedLine[] }) {
  const { currency, testPayments } = useShopConfig();
  const connection = useConnection();
  const items = lines.filter(({ problem }) => !problem).map(({ item }) => item);
  const payment = usePayment(items);
  const totalCents = toTotalCents(items);
  const count = countItems(items);
  const obstacle = findObstacle(lines, connection);
  return (
    <section aria-labelledby="order-summary" className={styles.orderSummary}>
      <h2 id="order-summary" className={styles.orderSummaryTitle}>
        Order Summary
      </h2>
      <OrderSums totalCents={totalCents} currency={currency} />
      {/* Announces every change of the total, made here or in another tab. */}
      <VisuallyHidden role="status">
        Total {formatCents(totalCents, currency)} for {count === 1 ? '1 item' : `${count} items`}.
      </VisuallyHidden>
      <Button
        kind="primary"
        isWide
        disabled={obstacle !== undefined || items.length === 0 || payment.isStarting}
        aria-describedby="order-summary-note"
        onClick={() => void payment.start()}
      >
        {payment.isStarting ? 'Opening the payment page' : 'Proceed to Checkout'}
      </Button>
      {payment.failure && (
        <Notice
          tone="error"
          role="alert"
          actions={<Button onClick={() => void payment.start()}>Retry</Button>}
        >
          {payment.failure}
        </Notice>
      )}
      {payment.repriced && (
        <Notice
          tone="pending"
          role="alert"
          actions={
            <Button onClick={payment.accept}>Pay {formatCents(payment.repriced.totalCents, currency)}</Button>
          }
        >
          A price has changed. The total is now {formatCents(payment.repriced.totalCents, currency)}. Nothing
          was charged.
        </Notice>
      )}
      <p id="order-summary-note" className={styles.orderSummaryNote}>
        {obstacle ??
          `You pay on our payment provider's page. Delivered within ${POLICIES.deliveryDays} days, signed for by an adult.`}
        {testPayments && ' This server takes test payments only: no money moves.'}
      </p>
    </section>
  );
}

const REASONS = { gone: 'it is no longer sold', unpriced: 'it has no price at the moment' };

/** Why the cart can't be paid for. */
function findObstacle(
  lines: readonly PricedLine[],
  { isOnline, hasNetwork }: Pick<Connection, 'isOnline' | 'hasNetwork'>,
): string | undefined {
  if (!isOnline)
    return `${toOutage(hasNetwork)} A payment needs a connection. Your cart is kept; come back to it later.`;
  const blocked = lines.filter(({ problem }) => problem);
  const [first] = blocked;
  if (!first?.problem) return undefined;
  if (blocked.length > 1)
    return `Remove the ${blocked.length} products that can't be paid for to go on to the payment.`;
  return `Remove ${first.item.productName} to go on to the payment: ${REASONS[first.problem]}.`;
}
