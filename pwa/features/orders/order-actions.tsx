import { toHistoryPath, toOrderEditPath } from '#shared/api/document-paths.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import styles from './review-order.module.css';
import { useDraftOrderActions } from './use-draft-order-actions.ts';

interface OrderActionsProps {
  readonly order: PurchaseOrder;
  /** e.g. `PO-123456` */
  readonly title: string;
  /** The order as plain text. */
  readonly text: string;
  readonly canEdit: boolean;
  readonly canReorder: boolean;
  /** Whether the server rejected it, so that it must be resolved first. */
  readonly isRefused: boolean;
}

/** Actions for the order on this page. */
export function OrderActions({ order, title, text, canEdit, canReorder, isRefused }: OrderActionsProps) {
  const { FBUID: id } = order;
  const { reorder } = useDraftOrderActions();
  const showToast = useToast();

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: 'Order copied as text.' });
    } catch {
      showToast({ text: 'The browser did not allow copying. Print it instead.', tone: 'error' });
    }
  }

  async function handleShare() {
    try {
      await navigator.share({ title, text });
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await handleCopy();
    }
  }

  return (
    <div className={styles.orderActions}>
      {canReorder && (
        <Button kind="primary" onClick={() => reorder(order)}>
          Reorder
        </Button>
      )}
      <Button kind={isRefused || canReorder ? 'quiet' : 'primary'} onClick={() => window.print()}>
        Print
      </Button>
      {'share' in navigator && <Button onClick={() => void handleShare()}>Share</Button>}
      <Button onClick={() => void handleCopy()}>Copy as text</Button>
      {canEdit && !isRefused && <ButtonLink to={toOrderEditPath(id)}>Edit</ButtonLink>}
      <nav aria-label="Purchase orders" className={styles.orderActionsLinks}>
        <ButtonLink kind="plain" to={toHistoryPath('ukraines', id)}>
          History
        </ButtonLink>
        <ButtonLink kind="plain" to="/ukraine/orders">
          All orders
        </ButtonLink>
        <ButtonLink kind="plain" to="/ukraine">
          New order
        </ButtonLink>
      </nav>
    </div>
  );
}
