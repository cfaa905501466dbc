import { useState } from 'react';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { logError } from '#pwa/data/log.ts';
import { startCheckout } from '#pwa/data/payments.ts';

interface Payment {
  readonly state: 'idle' | 'starting' | 'failed';
  readonly start: () => Promise<void>;
}

/** Asks for a hosted payment page and goes there. A failure leaves everything as it was. */
export function usePayment(items: readonly CartItem[]): Payment {
  const [state, setState] = useState<Payment['state']>('idle');

  async function start() {
    setState('starting');
    try {
      const address = await startCheckout(items);
      // Whoever comes back from there by the browser's button finds this page as it was left.
      addEventListener('pageshow', () => setState('idle'), { once: true });
      window.location.assign(address);
    } catch (error) {
      logError('The payment page could not be opened:', error);
      setState('failed');
    }
  }

  return { state, start };
}
