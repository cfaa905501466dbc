import { useEffect, useState } from 'react';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { noteCheckoutStatus, readOrder, type KeptOrder } from '#pwa/data/cart/orders.ts';
import { fetchCheckoutStatus } from '#pwa/data/cart/payments.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';

export type PaymentStatus = CheckoutStatus['status'] | 'asking' | 'offline';

interface Payment {
  readonly status: PaymentStatus;
  /** What it is for, as far as this device or the server knows. */
  readonly order: KeptOrder['order'] | undefined;
}

/** Waits between two questions while a payment is open or nobody answers: each twice as long as the one before. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** What is known of a payment, asked until it is decided; `unknown` without one, and while nobody can be asked. */
export function usePaymentStatus(sessionId: string | undefined): Payment {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [kept, setKept] = useState(() => readOrder(app, sessionId));
  const [answered, setAnswered] = useState<CheckoutStatus['status']>();
  const [hasFailed, setHasFailed] = useState(false);
  const isDecided = answered !== undefined && answered !== 'open';

  useEffect(() => {
    if (sessionId === undefined || !isOnline || isDecided) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_WAIT_MS;
    async function ask(id: string) {
      const answer = await fetchCheckoutStatus(app, id).catch(() => undefined);
      if (isOver) return;
      setHasFailed(!answer);
      if (answer) {
        setKept((known) => noteCheckoutStatus(app, id, answer) ?? known);
        setAnswered(answer.status);
      }
      timer = setTimeout(() => void ask(id), waitMs);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
    void ask(sessionId);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [app, sessionId, isOnline, isDecided]);

  const order = kept?.order;
  if (sessionId === undefined) return { status: 'unknown', order };
  const known = answered ?? kept?.status;
  if (known !== undefined && known !== 'open') return { status: known, order };
  if (!isOnline) return { status: 'offline', order };
  return { status: known ?? (hasFailed ? 'unknown' : 'asking'), order };
}
