import { toHistoryPath, toOrderEditPath } from '#shared/api/document-paths.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import styles from './review-order.module.css';

interface OrderActionsProps {
  readonly id: string;
  /** e.g. `PO-123456` */
  readonly title: string;
  /** The order as plain text. */
  readonly text: string;
  readonly canEdit: boolean;
  /** Whether the server rejected it, so that it must be resolved first. */
  readonly isRefused: boolean;
}

/** Actions for the order on this page. */
export function OrderActions({ id, title, text, canEdit, isRefused }: OrderActionsProps) {
  const showToast = useToast();

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: 'The order is copied as text.' });
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
      <Button kind={isRefused ? 'quiet' : 'primary'} onClick={() => window.print()}>
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
