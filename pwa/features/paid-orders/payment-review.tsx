import { useState } from 'react';
import { toDeskOrderPath } from '#shared/api/document-paths.ts';
import type { PaymentOverview } from '#shared/api/payment-routes.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { settleReview } from '#pwa/data/queries/paid-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Row } from '#pwa/ui/row-list.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { useAttempt } from '../use-attempt.ts';

interface ReviewProps {
  readonly review: PaymentOverview['reviews'][number];
  readonly isOnline: boolean;
  readonly onSettled: () => void;
}

/** A payment that a person has to look at: on its order, or here if no money has come. */
export function Review({ review, isOnline, onSettled }: ReviewProps) {
  const app = useAppStore();
  const { attempt, failure, isBusy } = useAttempt();
  const [isAsking, setIsAsking] = useState(false);
  const { id, orderNumber, review: why, at, isPaid } = review;

  async function handleSettle() {
    await attempt(() => settleReview(app, id), 'Settled.');
    onSettled();
  }

  return (
    <Row
      name={isPaid ? <Link to={toDeskOrderPath(id)}>{orderNumber}</Link> : orderNumber}
      actions={
        !isPaid && (
          <Button disabled={!isOnline || isBusy} onClick={() => setIsAsking(true)}>
            Settle<VisuallyHidden> {orderNumber}</VisuallyHidden>
          </Button>
        )
      }
    >
      <span>
        {why}, <Instant at={at} />
      </span>
      {!isPaid && <span>No money has come.</span>}
      {failure && <span role="alert">{failure}</span>}
      <ConfirmDialog
        title={`Settle ${orderNumber}?`}
        action="Settle"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void handleSettle()}
      >
        <p>Nobody has to look at this payment any more. If money comes after all, it becomes an order.</p>
      </ConfirmDialog>
    </Row>
  );
}
