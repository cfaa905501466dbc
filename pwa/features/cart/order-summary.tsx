import type { CartItem } from '#shared/collections/checkouts.ts';
import { countItems, toPaymentLines } from '#shared/domain/cart.ts';
import { toOrderTotals } from '#shared/domain/order-totals.ts';
import { POLICIES } from '#shared/domain/policies.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { OrderSums } from './order-sums.tsx';
import styles from './checkout-page.module.css';
import { usePayment } from './use-payment.ts';

export function OrderSummary({ items }: { readonly items: readonly CartItem[] }) {
  const { currency, testPayments } = useShopConfig();
  const { isOnline } = useConnection();
  const payment = usePayment(items);
  const totals = toOrderTotals(items);
  const count = countItems(items);
  const hasLines = toPaymentLines(items).length > 0;
  return (
    <section aria-labelledby="order-summary" className={styles.orderSummary}>
      <h2 id="order-summary" className={styles.orderSummaryTitle}>
        Order Summary
      </h2>
      <OrderSums totals={totals} currency={currency} />
      {/* Announces every change of the total, made here or in another tab. */}
      <VisuallyHidden role="status">
        Total {formatCents(totals.total, currency)} for {count === 1 ? '1 item' : `${count} items`}.
      </VisuallyHidden>
      <Button
        kind="primary"
        isWide
        disabled={!isOnline || !hasLines || payment.isStarting}
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
      <p id="order-summary-note" className={styles.orderSummaryNote}>
        {isOnline
          ? `You pay on our payment provider's page. Delivered within ${POLICIES.deliveryDays} days, signed for by an adult.`
          : "You're offline, and a payment needs a connection. Your cart is kept; come back to it when you are online."}
        {testPayments && ' This server takes test payments only: no money moves.'}
      </p>
    </section>
  );
}
