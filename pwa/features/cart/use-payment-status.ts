import { useEffect, useState } from 'react';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import { fetchCheckoutStatus } from '#pwa/data/payments.ts';

export type PaymentStatus = CheckoutStatus['status'] | 'asking';

/** What the payment provider says of a session; `unknown` without one, and when nobody can be asked. */
export function usePaymentStatus(sessionId: string | null): PaymentStatus {
  const [status, setStatus] = useState<PaymentStatus>(sessionId === null ? 'unknown' : 'asking');

  useEffect(() => {
    if (sessionId === null) return undefined;
    let isCurrent = true;
    fetchCheckoutStatus(sessionId).then(
      (answer) => isCurrent && setStatus(answer),
      () => isCurrent && setStatus('unknown'),
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId]);

  return status;
}
