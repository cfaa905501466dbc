import { useState } from 'react';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { toPaymentLines } from '#shared/domain/cart.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { startCheckout } from '#pwa/data/cart/payments.ts';

interface Payment {
  readonly isStarting: boolean;
  /** Why the payment page did not open, for the customer. */
  readonly failure: string | undefined;
  readonly start: () => Promise<void>;
}

const FAILED = 'The payment page could not be opened. Nothing was charged and your cart is as it was.';

/** Requests a hosted payment page and opens it. A failure leaves everything unchanged. */
export function usePayment(items: readonly CartItem[]): Payment {
  const app = useAppStore();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function start() {
    setIsStarting(true);
    setFailure(undefined);
    try {
      const address = await startCheckout(app, items);
      // Going back can restore this page from the back/forward cache in its present state.
      addEventListener('pageshow', () => setIsStarting(false), { once: true });
      window.location.assign(address);
    } catch (error) {
      logError('The payment page could not be opened:', error);
      setFailure(toFailure(error, items));
      setIsStarting(false);
    }
  }

  return { isStarting, failure, start };
}

/** Names the product if the server rejects a line. Other failures may be transient and get a general text. */
function toFailure(error: unknown, items: readonly CartItem[]): string {
  if (!(error instanceof AppError) || !['invalid-argument', 'aborted'].includes(error.code)) return FAILED;
  const line = /^lines\[(\d+)\]/.exec(error.path ?? '')?.[1];
  const item = items.filter((one) => toPaymentLines([one]).length > 0)[Number(line)];
  return item ? `${item.productName}: ${error.message}` : error.message;
}
