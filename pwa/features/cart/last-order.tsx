import type { CartItem } from '#shared/collections/checkouts.ts';
import { countItems } from '#shared/domain/cart.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { PaymentStatus } from './use-payment-status.ts';
import { useRestore } from './use-restore.ts';

const UNPAID_TEXTS: Partial<Record<PaymentStatus, string>> = {
  open: "The payment has not gone through yet. We'll keep checking.",
  expired: 'The payment was cancelled or took too long, so nothing was charged.',
  failed: 'The payment did not go through, so nothing was charged.',
  offline: "This payment can't be checked without a connection. We'll check it as soon as there is one.",
  unreachable:
    "We can't check this payment right now. We'll keep checking. If you've had a confirmation email, your order went through.",
  unknown: "If you've had a confirmation email, your order went through.",
};

interface LastOrderProps {
  readonly status: PaymentStatus;
  /** Items that can be put back into the cart. */
  readonly restorable: readonly CartItem[];
}

/** Shows the payment's status and offers to restore items that aren't part of a confirmed order. */
export function LastOrder({ status, restorable }: LastOrderProps) {
  const putBack = useRestore();
  const unpaidText = UNPAID_TEXTS[status];
  const count = countItems(restorable);
  const restore = (text: string) =>
    count > 0 && <Button onClick={() => void putBack(restorable)}>{text}</Button>;
  return (
    <div role="status">
      {status === 'asking' && <p>Checking the payment…</p>}
      {status === 'processing' && <Notice tone="pending">The payment is on its way.</Notice>}
      {status === 'held' && <Notice tone="pending">Your payment arrived and is being checked.</Notice>}
      {status === 'paid' && <Notice tone="confirmed">Payment confirmed.</Notice>}
      {status === 'refunded' && <Notice>This order was refunded to the card it was paid with.</Notice>}
      {unpaidText && (
        <Notice
          tone={status === 'failed' || status === 'expired' ? 'error' : 'pending'}
          actions={restore('Restore my last order')}
        >
          {unpaidText} {count > 0 && 'Your last order is still on this device.'}
        </Notice>
      )}
      {!unpaidText && count > 0 && (
        <Notice tone="pending" actions={restore('Put back')}>
          {count === 1 ? '1 item in your cart was' : `${count} items in your cart were`} not part of this
          order and {count === 1 ? 'is' : 'are'} kept on this device.
        </Notice>
      )}
    </div>
  );
}
