import { useNavigate } from 'react-router-dom';
import { lastOrder, restoreItems } from '#pwa/data/cart.ts';
import { logError } from '#pwa/data/log.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { PaymentStatus } from './use-payment-status.ts';

const DOUBTS: Partial<Record<PaymentStatus, string>> = {
  open: 'The payment has not gone through yet.',
  expired: 'The payment was cancelled or took too long, so nothing was charged.',
  failed: 'The payment did not go through, so nothing was charged.',
  unknown: 'We could not check this payment. If a confirmation reached you, all is well.',
};

/** Offers the order back while nobody vouches for its payment. */
export function LastOrder({ status }: { readonly status: PaymentStatus }) {
  const navigate = useNavigate();
  const doubt = DOUBTS[status];

  async function handleRestore() {
    try {
      await restoreItems(lastOrder());
      await navigate('/checkout');
    } catch (error) {
      logError('The last order could not be restored:', error);
    }
  }

  return (
    <div role="status">
      {status === 'asking' && <p>Checking the payment…</p>}
      {status === 'paid' && <Notice tone="confirmed">Payment confirmed.</Notice>}
      {doubt && (
        <Notice
          tone="pending"
          actions={<Button onClick={() => void handleRestore()}>Restore my last order</Button>}
        >
          {doubt} Your last order is kept on this device.
        </Notice>
      )}
    </div>
  );
}
