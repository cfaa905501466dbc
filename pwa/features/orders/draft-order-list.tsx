import { useNavigate } from 'react-router-dom';
import { toDraftOrderPath, toOrderEditPath, toOrderPath } from '#shared/api/document-paths.ts';
import { toDraftOrderTitle } from '#shared/domain/draft-order.ts';
import {
  PURCHASE_ORDER_CURRENCY,
  toPurchaseOrderFacts,
  toPurchaseOrderTotalCents,
} from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { DraftOrder } from '#pwa/data/orders/draft-order-record.ts';
import { useDraftOrders, useOrderLabels } from '#pwa/data/orders/use-draft-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Details } from '#pwa/ui/details.tsx';
import styles from './order-picker.module.css';
import { useDraftOrderActions } from './use-draft-order-actions.ts';
import { useListedOrders } from './use-listed-orders.ts';

interface DraftOrderListProps {
  /** The draft order being edited. */
  readonly currentId: string;
  readonly onNew: () => void;
}

/** A draft order as listed. */
interface ListedDraftOrder {
  readonly draftOrder: DraftOrder;
  readonly title: string;
  /** Whether it changes a confirmed order. */
  readonly isChange: boolean;
}

/** Unconfirmed orders, which never leave this device. If the current one is the only one, it shows as a single line. */
export function DraftOrderList({ currentId, onNew }: DraftOrderListProps) {
  const listed = useListedDraftOrders();
  const [first] = listed;
  if (!first) return null;
  const isCurrentListed = listed.some(({ draftOrder }) => draftOrder.id === currentId);
  const newButton = isCurrentListed && (
    <Button kind="plain" onClick={onNew}>
      New draft order
    </Button>
  );
  if (listed.length === 1 && isCurrentListed) {
    return (
      <div className={styles.draftOrderListAlone}>
        <span className={styles.draftOrderListFacts}>
          {first.isChange ? 'Change not confirmed, saved on this device' : 'Draft saved on this device'},{' '}
          {formatInstant(first.draftOrder.changedAt)}
        </span>
        <span className={styles.draftOrderListActions}>
          <DraftOrderButtons listed={first} isCurrent onNew={onNew} />
          {newButton}
        </span>
      </div>
    );
  }
  return (
    <section id="drafts" aria-label="Draft orders" className={styles.draftOrderListPart}>
      <Details
        title={`${listed.length === 1 ? 'A draft order' : `${listed.length} draft orders`} on this device`}
        isOpenFirst={!isCurrentListed}
      >
        <ul className={styles.draftOrderList}>
          {listed.map((one) => (
            <DraftOrderItem
              key={one.draftOrder.id}
              listed={one}
              isCurrent={one.draftOrder.id === currentId}
              onNew={onNew}
            />
          ))}
        </ul>
      </Details>
      {newButton}
    </section>
  );
}

function useListedDraftOrders(): readonly ListedDraftOrder[] {
  const draftOrders = useDraftOrders() ?? [];
  const orders = useListedOrders()?.orders ?? [];
  const labels = useOrderLabels();
  return draftOrders.map((draftOrder) => {
    const order = orders.find((one) => one.order.FBUID === draftOrder.id)?.order;
    if (!order)
      return { draftOrder, title: labels[draftOrder.id] ?? toDraftOrderTitle(draftOrder), isChange: false };
    const { poNumber, reference } = toPurchaseOrderFacts(order);
    return { draftOrder, title: `Change of ${poNumber} ${reference}`, isChange: true };
  });
}

interface DraftOrderItemProps {
  readonly listed: ListedDraftOrder;
  readonly isCurrent: boolean;
  readonly onNew: () => void;
}

function DraftOrderItem({ listed, isCurrent, onNew }: DraftOrderItemProps) {
  const { draftOrder, title, isChange } = listed;
  const { id, lines, role, changedAt } = draftOrder;
  const contents = toDraftOrderTitle(draftOrder);
  return (
    <li className={styles.draftOrderListDraftOrder}>
      <Link
        to={isChange ? toOrderEditPath(id) : toDraftOrderPath(id)}
        className={styles.draftOrderListLink}
        aria-current={isCurrent || undefined}
      >
        {title}
      </Link>
      <span className={styles.draftOrderListFacts}>
        {title !== contents && `${contents} · `}
        {formatCents(toPurchaseOrderTotalCents(lines), PURCHASE_ORDER_CURRENCY)}
        {role !== '' && ` · ${role}`} · {formatInstant(changedAt)}
      </span>
      <span className={styles.draftOrderListActions}>
        <DraftOrderButtons listed={listed} isCurrent={isCurrent} onNew={onNew} />
      </span>
    </li>
  );
}

function DraftOrderButtons({
  listed: { draftOrder, title, isChange },
  isCurrent,
  onNew,
}: DraftOrderItemProps) {
  const { duplicate, remove } = useDraftOrderActions();
  const navigate = useNavigate();
  const { id } = draftOrder;

  async function handleDiscard() {
    const isDone = await remove(id, `“${title}” was discarded. The order stays as it is.`);
    if (isDone && isCurrent) await navigate(toOrderPath(id));
  }

  async function handleDelete() {
    const isDone = await remove(id, `The draft order “${title}” was deleted.`);
    if (isDone && isCurrent) onNew();
  }

  if (isChange) {
    return (
      <Button kind="plain" aria-label={`Discard change: ${title}`} onClick={() => void handleDiscard()}>
        Discard change
      </Button>
    );
  }
  return (
    <>
      <Button
        kind="plain"
        aria-label={`Duplicate the draft order ${title}`}
        onClick={() => duplicate(id, title)}
      >
        Duplicate
      </Button>
      <Button kind="plain" aria-label={`Delete the draft order ${title}`} onClick={() => void handleDelete()}>
        Delete
      </Button>
    </>
  );
}
