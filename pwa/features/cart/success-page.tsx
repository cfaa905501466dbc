import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { completeOrder } from '#pwa/data/cart.ts';
import { logError } from '#pwa/data/log.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { LastOrder } from './last-order.tsx';
import styles from './success-page.module.css';
import { usePaymentStatus } from './use-payment-status.ts';

/** Opening it empties the cart; the payment provider, not this page, says whether the order is paid. */
export function SuccessPage() {
  const [query] = useSearchParams();
  const status = usePaymentStatus(query.get('session_id'));
  const hasCompleted = useRef(false);

  useEffect(() => {
    if (hasCompleted.current) return;
    hasCompleted.current = true;
    completeOrder().catch((error: unknown) => logError('The bag could not be emptied:', error));
  }, []);

  return (
    <Page title="Thank you" isNarrow>
      <div className={styles.screen}>
        <h1>Thank You for Your Purchase!</h1>
        <p className={styles.lead}>
          A confirmation email was sent to the address you gave with your payment. It lists what you ordered
          and when to expect it.
        </p>
        <LastOrder status={status} />
        <ButtonLink kind="primary" to="/">
          Return to Homepage
        </ButtonLink>
      </div>
    </Page>
  );
}
