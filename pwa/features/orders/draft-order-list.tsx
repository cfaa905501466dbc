import { Link } from '#pwa/ui/link.tsx';
import { toDraftOrderPath } from '#shared/api/document-paths.ts';
import { toDraftOrderTitle } from '#shared/domain/draft-order.ts';
import { PURCHASE_ORDER_CURRENCY, toPurchaseOrderTotalCents } from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { DraftOrder } from '#pwa/data/orders/draft-order-record.ts';
import { useDraftOrders } from '#pwa/data/orders/use-draft-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Details } from '#pwa/ui/details.tsx';
import styles from './order-picker.module.css';
import { useDraftOrderActions } from './use-draft-order-actions.ts';

interface DraftOrderListProps {
  /** The draft order being edited. */
  readonly currentId: string;
  readonly onNew: () => void;
}

/** Unconfirmed orders, which never leave this device. If the current one is the only one, it shows as a single line. */
export function DraftOrderList({ currentId, onNew }: DraftOrderListProps) {
  const draftOrders = useDraftOrders() ?? [];
  const [first] = draftOrders;
  if (!first) return null;
  if (draftOrders.length === 1 && first.id === currentId) {
    return (
      <div className={styles.draftOrderListAlone}>
        <span className={styles.draftOrderListFacts}>
          Draft saved on this device, {formatInstant(first.changedAt)}
        </span>
        <span className={styles.draftOrderListActions}>
          <DraftOrderButtons draftOrder={first} onDeleted={onNew} />
          <Button kind="plain" onClick={onNew}>
            New draft order
          </Button>
        </span>
      </div>
    );
  }
  const isCurrentListed = draftOrders.some(({ id }) => id === currentId);
  return (
    <section id="drafts" aria-label="Draft orders" className={styles.draftOrderListPart}>
      <Details
        title={`${draftOrders.length === 1 ? 'A draft order' : `${draftOrders.length} draft orders`} on this device`}
        isOpenFirst={!isCurrentListed}
      >
        <ul className={styles.draftOrderList}>
          {draftOrders.map((draftOrder) => (
            <DraftOrderItem
              key={draftOrder.id}
              draftOrder={draftOrder}
              isCurrent={draftOrder.id === currentId}
              onNew={onNew}
            />
          ))}
        </ul>
        {isCurrentListed && (
          <Button kind="plain" onClick={onNew}>
            New draft order
          </Button>
        )}
      </Details>
    </section>
  );
}

interface DraftOrderItemProps {
  readonly draftOrder: DraftOrder;
  readonly isCurrent: boolean;
  readonly onNew: () => void;
}

function DraftOrderItem({ draftOrder, isCurrent, onNew }: DraftOrderItemProps) {
  return (
    <li className={styles.draftOrderListDraftOrder}>
      <Link
        to={toDraftOrderPath(draftOrder.id)}
        className={styles.draftOrderListLink}
        aria-current={isCurrent || undefined}
      >
        {toDraftOrderTitle(draftOrder)}
      </Link>
      <span className={styles.draftOrderListFacts}>
        {formatCents(toPurchaseOrderTotalCents(draftOrder.lines), PURCHASE_ORDER_CURRENCY)}
        {draftOrder.role !== '' && ` · ${draftOrder.role}`} · {formatInstant(draftOrder.changedAt)}
      </span>
      <span className={styles.draftOrderListActions}>
        <DraftOrderButtons draftOrder={draftOrder} onDeleted={() => isCurrent && onNew()} />
      </span>
    </li>
  );
}

function DraftOrderButtons({
  draftOrder,
  onDeleted,
}: {
  readonly draftOrder: DraftOrder;
  readonly onDeleted: () => void;
}) {
  const { duplicate, remove } = useDraftOrderActions();
  const title = toDraftOrderTitle(draftOrder);
  const handleDelete = () => void remove(draftOrder).then(onDeleted);
  return (
    <>
      <Button
        kind="plain"
        aria-label={`Duplicate the draft order ${title}`}
        onClick={() => duplicate(draftOrder)}
      >
        Duplicate
      </Button>
      <Button kind="plain" aria-label={`Delete the draft order ${title}`} onClick={handleDelete}>
        Delete
      </Button>
    </>
  );
}
