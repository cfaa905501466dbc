import { useState } from 'react';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { toPaymentLines } from '#shared/domain/cart.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { startCheckout } from '#pwa/data/cart/payments.ts';

interface Payment {
  readonly isStarting: boolean;
  /** Why the payment page did not open, and what is kept. */
  readonly failure: string | undefined;
  readonly start: () => Promise<void>;
}

const FAILED = 'The payment page could not be opened. Nothing was charged and your bag is as it was.';

/** Asks for a hosted payment page and goes there. A failure leaves everything as it was. */
export function usePayment(items: readonly CartItem[]): Payment {
  const app = useAppStore();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function start() {
    setIsStarting(true);
    setFailure(undefined);
    try {
      const address = await startCheckout(app, items);
      // Whoever comes back from there by the browser's button finds this page as it was left.
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

/** What the server has against a line is told with the line's name; anything else may pass by the next time. */
function toFailure(error: unknown, items: readonly CartItem[]): string {
  if (!(error instanceof AppError) || !['invalid-argument', 'aborted'].includes(error.code)) return FAILED;
  const line = /^lines\[(\d+)\]/.exec(error.path ?? '')?.[1];
  const item = items.filter((one) => toPaymentLines([one]).length > 0)[Number(line)];
  return item ? `${item.productName}: ${error.message}` : error.message;
}
