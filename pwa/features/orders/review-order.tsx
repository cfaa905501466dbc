import { toOrderEditPath } from '#shared/api/document-paths.ts';
import { isAuthor } from '#shared/access/author.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrderStatus, type OrderStatus } from '#shared/domain/order-status.ts';
import { toPurchaseOrderFacts } from '#shared/domain/purchase-order.ts';
import { isPending, toWriteState } from '#shared/sync/write-state.ts';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import { useKeptDraftOrder, useOrderLabels } from '#pwa/data/orders/use-draft-orders.ts';
import type { Revision } from '#pwa/data/orders/use-revision.ts';
import { useConnection, type ConnectionState } from '#pwa/data/sync/use-connection.ts';
import { useOutbox, useWaitingIds } from '#pwa/data/queries/use-outbox.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page } from '#pwa/ui/page.tsx';
import { InboxPart } from '../inbox-part.tsx';
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
  const connection = useConnection();
  const outbox = useOutbox();
  const waiting = useWaitingIds('ukraines');
  const canEdit = useCanEdit(order);
  const hasAccess = useHasAccess();
  const { isStaff } = useSession();
  const { [order.FBUID]: label } = useOrderLabels();
  const today = useToday();
  const { poNumber, expiry } = toPurchaseOrderFacts(order);
  const state = toWriteState(order, rejectedChange !== undefined);
  const isSent = waiting !== undefined && !waiting.has(order.FBUID);
  const status = toOrderStatus({ state, isSent, expiry, today });
  const number = revision === 'refused' ? undefined : revision.number;
  const revisionText = `rev ${number ?? '–'}`;
  const isParked = outbox?.some((write) => write.isParked && write.documentId === order.FBUID) ?? false;
  const note =
    status === 'waiting'
      ? toWaitingNote(connection, isParked)
      : toStatusNote(status, formatCivilDate(expiry));
  // Until then the chip says that it waits.
  const isLate = (status === 'waiting' || status === 'sent') && today > expiry;
  const reason = toReason(revision, connection.hasNetwork);
  return (
    <Page title={`Purchase order ${poNumber}`}>
      {rejectedChange && <RefusedOrder rejectedChange={rejectedChange} />}
      <UnconfirmedChange id={order.FBUID} />
      <div className={styles.columns}>
        <aside className={styles.aside} aria-label="This order" data-screen-only>
          <div className={styles.state} role="status">
            <OrderStatusChip status={status} />
            {note && <p className={styles.note}>{note}</p>}
            {isLate && <p className={styles.note}>Its prices were valid until {formatCivilDate(expiry)}.</p>}
          </div>
          {reason && <p className={styles.note}>{reason}</p>}
          {label && <p className={styles.note}>Label on this device: {label}</p>}
          <OrderActions
            order={order}
            title={`Purchase order ${poNumber}`}
            text={toOrderText(order, revisionText)}
            canEdit={canEdit}
            canReorder={hasAccess && (status === 'confirmed' || status === 'expired')}
            isRefused={rejectedChange !== undefined}
          />
          {isStaff && <InboxPart collection="ukraines" id={order.FBUID} />}
        </aside>
        <OrderSheet order={order} revision={revisionText} status={status} />
      </div>
    </Page>
  );
}

/** Says that this device has a change of the order that was not confirmed. */
function UnconfirmedChange({ id }: { readonly id: string }) {
  const change = useKeptDraftOrder(id);
  if (!change) return null;
  return (
    <div className={styles.refusedOrderRefused} data-screen-only>
      <Notice tone="pending" actions={<ButtonLink to={toOrderEditPath(id)}>Continue the change</ButtonLink>}>
        A change of this order is saved on this device but not confirmed. The order is shown without it.
      </Notice>
    </div>
  );
}

/** Staff read everyone's orders but change only their own; a pending order was made on this device. */
function useCanEdit(order: PurchaseOrder): boolean {
  const hasAccess = useHasAccess();
  const { isStaff, account } = useSession();
  return hasAccess && (!isStaff || isPending(order) || isAuthor(order.sync.updatedBy, account?.email));
}

/** Why the order has not been sent. */
function toWaitingNote({ isOnline, hasNetwork, refusal }: ConnectionState, isParked: boolean): string {
  if (refusal !== undefined) return refusal;
  if (isOnline && isParked) return 'Our server failed on this five times. It’s sent again within the hour.';
  return !isOnline && hasNetwork
    ? `Saved on this device. ${toOutage(hasNetwork)} It’s sent as soon as we can.`
    : 'Saved on this device. It’s sent as soon as you’re online.';
}

function toStatusNote(status: Exclude<OrderStatus, 'waiting'>, expiry: string): string | undefined {
  switch (status) {
    case 'sent':
      return 'Sent. Waiting for our server’s answer.';
    case 'confirmed':
      return `Received. Prices are valid until ${expiry}.`;
    case 'review':
      // `RefusedOrder` at the top of the page explains it.
      return undefined;
    case 'expired':
      return `Prices were valid until ${expiry}. Reorder at today’s prices.`;
  }
}

/** Why the order shows no revision number. */
function toReason(revision: Revision | 'refused', hasNetwork: boolean): string | undefined {
  if (revision === 'refused') return 'This version wasn’t accepted, so it has no revision number.';
  if (revision.number !== undefined) return undefined;
  switch (revision.why) {
    case 'offline':
      return `Revision number appears once ${hasNetwork ? 'we can reach the store' : 'you’re online'}.`;
    case 'unanswered':
      return 'The revision number couldn’t be read. Open the order again later.';
    case 'loading':
      return undefined;
  }
}
