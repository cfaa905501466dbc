import { isAuthor } from '#shared/access/author.ts';
import { NO_USER } from '#shared/collections/collection.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { discardRejectedChange } from '#pwa/data/queries/rejected-changes.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { RejectedChangeActions } from '#pwa/ui/rejected-change-actions.tsx';
import { useAttempt } from '../use-attempt.ts';
import { DESK_STATES } from './order-state-text.ts';
import styles from './paid-orders.module.css';

type Moves = PaidOrder['orderMoves'];

interface StepNotTakenProps {
  readonly order: PaidOrder;
  readonly rejectedChange: RejectedChange;
}

/**
 * Steps that the server did not take, because the order was moved on elsewhere at the same time. They can't be put in the
 * place of others, so the person takes them again where they are still right.
 */
export function StepNotTaken({ order, rejectedChange }: StepNotTakenProps) {
  const app = useAppStore();
  const { attempt, failure } = useAttempt();
  const { account } = useSession();
  const { id, kind, message, content } = rejectedChange;
  const { updatedBy } = order.sync;
  const isNamed = updatedBy !== NO_USER && !isAuthor(updatedBy, account?.email);
  const by = isNamed ? ` by ${updatedBy}` : '';
  const tracking = valueOf(rejectedChange, 'orderTracking');
  return (
    <section className={styles.part} aria-label="Needs review" data-screen-only>
      <Notice tone="error">
        Your step was not taken.{' '}
        {kind === 'conflict'
          ? `The order was moved on elsewhere at the same time${by}: it is “${DESK_STATES[order.orderState]}” now.`
          : message}{' '}
        What you wrote is kept on this device until you discard it.
      </Notice>
      <ul aria-label="Not taken">
        {findOwnMoves(order, rejectedChange).map(({ at, to, why }) => (
          <li key={`${at} ${to}`}>
            {DESK_STATES[to]}
            {why && `: ${why}`}
          </li>
        ))}
        {typeof tracking === 'string' && tracking !== order.orderTracking && <li>Tracking: {tracking}</li>}
      </ul>
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.buttons}>
        <RejectedChangeActions
          content={content}
          fileName={`orders-${order.FBUID}`}
          onDiscard={() => void attempt(() => discardRejectedChange(app, id))}
        />
      </div>
    </section>
  );
}

/** The person's value of a field: a conflict keeps both sides of the fields that differ. */
function valueOf({ kind, content }: RejectedChange, field: string): unknown {
  const value = content[field];
  return kind === 'conflict' ? (value as { readonly mine?: unknown } | undefined)?.mine : value;
}

function findOwnMoves({ orderMoves }: PaidOrder, rejectedChange: RejectedChange): Moves {
  const moves = (valueOf(rejectedChange, 'orderMoves') ?? []) as Moves;
  return moves.filter((move) => !orderMoves.some((taken) => isJsonEqual(taken, move)));
}
