import { useId, useState } from 'react';
import type { OrderPayment } from '#shared/api/order-routes.ts';
import type { OrderRefund, PaidOrder } from '#shared/collections/orders.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchOrderPayment } from '#pwa/data/queries/paid-orders.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { TryAgain } from '../fetch-state.tsx';
import { useFetched } from '../use-fetched.ts';
import styles from './paid-orders.module.css';
import { RefundDialog } from './refund-form.tsx';

const REFUND_TEXTS: Readonly<Record<OrderRefund['state'], string>> = {
  asked: 'Asked for. The provider did not answer yet and is asked again.',
  pending: 'On its way',
  succeeded: 'Refunded',
  failed: 'Failed. No money was moved.',
};

/** Refunds of an order, and the way to make one. The facts behind them are the server's. */
export function OrderMoney({ order }: { readonly order: PaidOrder }) {
  const app = useAppStore();
  const titleId = useId();
  const { isManager } = useSession();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<OrderPayment>();
  const { FBUID: id, orderCurrency, orderRefunds } = order;
  const { value, status, reason, reload } = useFetched(id, () => fetchOrderPayment(app, id), {
    isPaused: !isOnline,
    version: JSON.stringify([orderRefunds, asked?.refunds.length]),
  });
  const details = new Map(value?.refunds.map((refund) => [refund.id, refund]));
  // A refund of this page is known before the order has come back with it.
  const refunds = asked && asked.refunds.length > orderRefunds.length ? asked.refunds : orderRefunds;
  const left = value?.refundableCents ?? 0;
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        Money
      </h2>
      <p>
        Paid {formatCents(order.orderPaidCents, orderCurrency)}, <Instant at={order.orderPaidAt} />
        {value?.providerUrl && (
          <>
            {' · '}
            <Link to={value.providerUrl}>At the payment provider</Link>
          </>
        )}
      </p>
      {refunds.length > 0 && (
        <RowList labelledBy={titleId}>
          {refunds.map(({ id: refundId, cents, at, state }) => {
            const { reason: why, by, error } = details.get(refundId) ?? {};
            return (
              <Row key={refundId} name={formatCents(cents, orderCurrency)}>
                <span>
                  {REFUND_TEXTS[state]} <Instant at={at} />
                </span>
                {why && (
                  <span>
                    {why}, {by}
                  </span>
                )}
                {error && <span>{error}</span>}
              </Row>
            );
          })}
        </RowList>
      )}
      {status === 'failed' && <TryAgain what="The payment can’t be loaded." reason={reason} onTry={reload} />}
      {isManager && (
        <div className={styles.buttons}>
          <Button disabled={!isOnline || left === 0} onClick={() => setIsAsking(true)}>
            Refund
          </Button>
          {!isOnline && <span className={styles.soft}>Refunds need a connection.</span>}
          {isOnline && value && left === 0 && <span className={styles.soft}>Nothing is left to refund.</span>}
        </div>
      )}
      {value && (
        <RefundDialog
          order={order}
          payment={value}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          onAsked={(payment) => {
            setAsked(payment);
            setIsAsking(false);
          }}
          call={call}
        />
      )}
      {dialog}
    </section>
  );
}
