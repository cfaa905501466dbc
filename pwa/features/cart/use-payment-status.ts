import { useEffect, useState } from 'react';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { noteCheckoutStatus, readOrder, type KeptOrder } from '#pwa/data/cart/orders.ts';
import { fetchCheckoutStatus } from '#pwa/data/cart/payments.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';

export type PaymentStatus = CheckoutStatus['status'] | 'asking' | 'offline';

interface Payment {
  readonly status: PaymentStatus;
  /** The order it pays for, if this device or the server knows it. */
  readonly order: KeptOrder['order'] | undefined;
}

/** Delays between requests while a payment is open or the server can't be reached. Each doubles the one before. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Polls a payment's status until it is decided; `unknown` without a session, or if the first requests fail. */
export function usePaymentStatus(sessionId: string | undefined): Payment {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [kept, setKept] = useState(() => readOrder(app, sessionId));
  const [received, setReceived] = useState<CheckoutStatus['status']>();
  const [hasFailed, setHasFailed] = useState(false);
  const isDecided = received !== undefined && received !== 'open';

  useEffect(() => {
    if (sessionId === undefined || !isOnline || isDecided) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_WAIT_MS;
    async function poll(id: string) {
      const response = await fetchCheckoutStatus(app, id).catch(() => undefined);
      if (isOver) return;
      setHasFailed(!response);
      if (response) {
        setKept((known) => noteCheckoutStatus(app, id, response) ?? known);
        setReceived(response.status);
      }
      timer = setTimeout(() => void poll(id), waitMs);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
    void poll(sessionId);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [app, sessionId, isOnline, isDecided]);

  const order = kept?.order;
  if (sessionId === undefined) return { status: 'unknown', order };
  const known = received ?? kept?.status;
  if (known !== undefined && known !== 'open') return { status: known, order };
  if (!isOnline) return { status: 'offline', order };
  return { status: known ?? (hasFailed ? 'unknown' : 'asking'), order };
}
