import { useId, useState } from 'react';
import type { PaymentCheck, PaymentOverview } from '#shared/api/payment-routes.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { checkPayments, fetchPaymentOverview } from '#pwa/data/queries/paid-orders.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { FetchState } from '../fetch-state.tsx';
import { NewPriceButton } from '../new-price.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { useFetched } from '../use-fetched.ts';
import styles from './paid-orders.module.css';
import { Review } from './payment-review.tsx';

/** Payments for staff: what a person has to look at, what waits, and what differs from the payment provider. */
export function PaymentsPage() {
  const { isStaff } = useSession();
  return (
    <Page title="Payments">
      <PageHead heading="Payments" lead={isStaff && <Link to="/admin">Admin</Link>} />
      <StaffOnly purpose="Staff see here which payments need attention, and compare the shop with the payment provider.">
        <Payments />
      </StaffOnly>
    </Page>
  );
}

function Payments() {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const payments = useFetched('payments', () => fetchPaymentOverview(app), {
    isPaused: !isOnline,
  });
  const { value, reload } = payments;
  return (
    <div className={styles.columns}>
      <div className={styles.part}>
        <FetchState
          of={payments}
          what="payments"
          offline="Payments are kept on the server: seeing and comparing them, and making a price, needs a connection."
        />
        {value && <Overview overview={value} isOnline={isOnline} onSettled={reload} />}
      </div>
      <Comparison isOnline={isOnline} />
    </div>
  );
}

interface OverviewProps {
  readonly overview: PaymentOverview;
  readonly isOnline: boolean;
  readonly onSettled: () => void;
}

function Overview({ overview: { reviews, events, lookedAt }, isOnline, onSettled }: OverviewProps) {
  const [reviewsId, eventsId] = [useId(), useId()];
  return (
    <>
      <h2 id={reviewsId} className={styles.title}>
        To look at
      </h2>
      {reviews.length === 0 ? (
        <p>No payment needs attention.</p>
      ) : (
        <RowList labelledBy={reviewsId}>
          {reviews.map((review) => (
            <Review key={review.id} review={review} isOnline={isOnline} onSettled={onSettled} />
          ))}
        </RowList>
      )}
      <h2 id={eventsId} className={styles.title}>
        Events not applied yet
      </h2>
      {events.length === 0 ? (
        <p>All events of the payment provider are applied.</p>
      ) : (
        <RowList labelledBy={eventsId}>
          {events.map(({ id, type, isGivenUp, attempts, receivedAt, error }) => (
            <Row key={id} name={type}>
              <span>
                {isGivenUp ? 'Given up' : 'Waits'}, tried {attempts === 1 ? 'once' : `${attempts} times`},
                arrived <Instant at={receivedAt} />
              </span>
              {error !== null && <span>{error}</span>}
            </Row>
          ))}
        </RowList>
      )}
      <p className={styles.soft}>
        {lookedAt === null ? (
          'The server has not asked the payment provider for events yet.'
        ) : (
          <>
            The server last asked the payment provider for events <Instant at={lookedAt} />.
          </>
        )}
      </p>
    </>
  );
}

/** The shop beside the payment provider. It asks about every product, so only on request. */
function Comparison({ isOnline }: { readonly isOnline: boolean }) {
  const app = useAppStore();
  const titleId = useId();
  const [isAsked, setIsAsked] = useState(false);
  const { value, status, reason, isFetching, reload } = useFetched(
    isAsked ? 'check' : undefined,
    () => checkPayments(app),
    { isPaused: !isOnline },
  );
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        Compare with the payment provider
      </h2>
      <p>
        Products, prices and payment links, and the payments, refunds and orders of 30 days. Nothing is
        changed.
      </p>
      <div className={styles.buttons}>
        <Button disabled={!isOnline || isFetching} onClick={isAsked ? reload : () => setIsAsked(true)}>
          {isFetching ? 'Comparing …' : 'Compare'}
        </Button>
      </div>
      <div role="status" className={styles.part}>
        {status === 'failed' && <Notice tone="error">It could not be compared. {reason}</Notice>}
        {value && status === 'ready' && <Differences check={value} titleId={titleId} onMade={reload} />}
      </div>
    </section>
  );
}

interface DifferencesProps {
  readonly check: PaymentCheck;
  readonly titleId: string;
  readonly onMade: () => void;
}

function Differences({ check, titleId, onMade }: DifferencesProps) {
  const { isManager } = useSession();
  const { differences, products, payments, paymentLinks } = check;
  const compared = `${products} products, ${paymentLinks} payment links and ${payments} payments`;
  if (differences.length === 0) return <p>Alike: {compared}.</p>;
  return (
    <>
      <p>
        {differences.length} {differences.length === 1 ? 'difference' : 'differences'} in {compared}.
      </p>
      <RowList labelledBy={titleId}>
        {differences.map(({ kind, id, text, newPrice }) => (
          <Row
            key={`${kind} ${id} ${text}`}
            name={id}
            actions={
              newPrice &&
              isManager && <NewPriceButton wrong={[{ ...newPrice, productId: id }]} onMade={onMade} />
            }
          >
            <span>{text}</span>
            <span className={styles.soft}>{kind}</span>
            {newPrice && !isManager && (
              <span className={styles.soft}>A manager can make a new price at the payment provider.</span>
            )}
          </Row>
        ))}
      </RowList>
    </>
  );
}
