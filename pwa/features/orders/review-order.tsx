import { isAuthor } from '#shared/access/author.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrderStatus, type OrderStatus } from '#shared/domain/order-status.ts';
import { toPurchaseOrderFacts } from '#shared/domain/purchase-order.ts';
import { isPending, toWriteState } from '#shared/sync/write-state.ts';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import type { Revision } from '#pwa/data/orders/use-revision.ts';
import { useWaitingIds } from '#pwa/data/queries/use-outbox.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { Page } from '#pwa/ui/page.tsx';
import { formatCivilDate } from './civil-date.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OrderStatusChip } from './order-status-chip.tsx';
import { toOrderText } from './order-text.ts';
import { RefusedOrder } from './refused-order.tsx';
import styles from './review-order.module.css';
import { useToday } from './use-today.ts';

interface ReviewOrderProps {
  readonly order: PurchaseOrder;
  readonly revision: Revision | 'refused';
  /** The order's rejected change, if any. */
  readonly rejectedChange: RejectedChange | undefined;
}

/** One purchase order: its sheet, status and actions. */
export function ReviewOrder({ order, revision, rejectedChange }: ReviewOrderProps) {
  const waiting = useWaitingIds('ukraines');
  const canEdit = useCanEdit(order);
  const today = useToday();
  const { poNumber, expiry } = toPurchaseOrderFacts(order);
  const state = toWriteState(order, rejectedChange !== undefined);
  const isSent = waiting !== undefined && !waiting.has(order.FBUID);
  const status = toOrderStatus({ state, isSent, expiry, today });
  const number = revision === 'refused' ? undefined : revision.number;
  const revisionText = `rev ${number ?? '–'}`;
  const note = toStatusNote(status, formatCivilDate(expiry));
  const reason = toReason(revision);
  return (
    <Page title={`Purchase order ${poNumber}`}>
      {rejectedChange && <RefusedOrder rejectedChange={rejectedChange} />}
      <div className={styles.columns}>
        <aside className={styles.aside} aria-label="This order" data-screen-only>
          <div className={styles.state} role="status">
            <OrderStatusChip status={status} />
            {note && <p className={styles.note}>{note}</p>}
          </div>
          {reason && <p className={styles.note}>{reason}</p>}
          <OrderActions
            id={order.FBUID}
            title={`Purchase order ${poNumber}`}
            text={toOrderText(order, revisionText)}
            canEdit={canEdit}
            isRefused={rejectedChange !== undefined}
          />
        </aside>
        <OrderSheet order={order} revision={revisionText} status={status} />
      </div>
    </Page>
  );
}

/** Staff read everyone's orders but change only their own; a pending order was made on this device. */
function useCanEdit(order: PurchaseOrder): boolean {
  const hasAccess = useHasAccess();
  const { isStaff, account } = useSession();
  return hasAccess && (!isStaff || isPending(order) || isAuthor(order.sync.updatedBy, account?.email));
}

function toStatusNote(status: OrderStatus, expiry: string): string | undefined {
  switch (status) {
    case 'waiting':
      return 'It is kept on this device and goes out as soon as there is a connection.';
    case 'sent':
      return 'It is on its way; the answer is still to come.';
    case 'confirmed':
      return `Our server has it. Its prices hold up to and including ${expiry}.`;
    case 'review':
      // `RefusedOrder` at the top of the page explains it.
      return undefined;
    case 'expired':
      return `It held until ${expiry}. Make a new order for today’s prices.`;
  }
}

/** Why the order shows no revision number. */
function toReason(revision: Revision | 'refused'): string | undefined {
  if (revision === 'refused') return 'rev –: the server did not take this version, so it has no number.';
  if (revision.number !== undefined) return undefined;
  switch (revision.why) {
    case 'offline':
      return 'rev –: the server counts the versions. The number shows with the next connection.';
    case 'unanswered':
      return 'rev –: the server did not say which version this is. Open the order again in a while.';
    case 'loading':
      return undefined;
  }
}
