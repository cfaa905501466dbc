import type { EmptiedCart } from '#pwa/data/cart/orders.ts';
import { useRestore } from './use-restore.ts';
import { toRestorable } from './restorable.ts';
import { usePaymentStatus } from './use-payment-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

/** Offers the cart that the success page emptied, unless it has been paid for. */
export function EmptiedCartOffer({ emptied }: { readonly emptied: EmptiedCart }) {
  const { sessionId } = emptied;
  const { status, order } = usePaymentStatus(sessionId);
  const restore = useRestore();
  const items = toRestorable(emptied, { sessionId, status, order });
  if (items.length === 0) return null;
  return (
    <Notice actions={<Button onClick={() => void restore(items)}>Restore my last order</Button>}>
      Your last order is still on this device.
    </Notice>
  );
}
