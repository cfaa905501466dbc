import { useEffect, useState } from 'react';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import { SESSION_ID } from '#shared/api/payment-addresses.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { noteCheckoutStatus, readOrder, type KeptOrder } from '#pwa/data/cart/orders.ts';
import { fetchCheckoutStatus } from '#pwa/data/cart/payments.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';

/** `unreachable`: the server can't be asked at the moment. */
export type PaymentStatus = CheckoutStatus['status'] | 'asking' | 'offline' | 'unreachable';

interface Payment {
  readonly status: PaymentStatus;
  /** The order it pays for, if this device or the server knows it. */
  readonly order: KeptOrder['order'] | undefined;
  readonly mail: KeptOrder['mail'];
}

/** Delays between requests while a payment is open or the server can't be reached. Each doubles the one before. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
const UNDECIDED: ReadonlySet<CheckoutStatus['status']> = new Set(['open', 'processing', 'held']);
/** The provider's word can reach the server after the person has come back: an open payment counts as such from here. */
const OPEN_RESPONSES = 3;

/** Polls a payment's status until it is decided and its mail sent; `unknown` without a session, or with one the server doesn't know. */
export function usePaymentStatus(sessionId: string | undefined): Payment {
  const app = useAppStore();
  const { isOnline, hasNetwork } = useConnection();
  const [kept, setKept] = useState(() => readOrder(app, sessionId));
  const [received, setReceived] = useState<CheckoutStatus['status']>();
  const [hasFailed, setHasFailed] = useState(false);
  const [openResponses, setOpenResponses] = useState(0);
  const isAskable = sessionId !== undefined && SESSION_ID.test(sessionId);
  const isSettled = received !== undefined && !UNDECIDED.has(received);
  // The mail is sent a moment after the payment is confirmed.
  const isDecided = isSettled && kept?.mail !== 'due';

  useEffect(() => {
    if (!isAskable || !isOnline || isDecided) return undefined;
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
        if (response.status === 'open') setOpenResponses((count) => count + 1);
      }
      timer = setTimeout(() => void poll(id), waitMs);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
    void poll(sessionId);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [app, sessionId, isAskable, isOnline, isDecided]);

  const known = received ?? kept?.status;
  const status = (): PaymentStatus => {
    if (!isAskable) return 'unknown';
    if (known !== undefined && known !== 'open') return known;
    if (!isOnline) return hasNetwork ? 'unreachable' : 'offline';
    if (hasFailed) return 'unreachable';
    return openResponses < OPEN_RESPONSES ? 'asking' : 'open';
  };
  return { status: status(), order: kept?.order, mail: kept?.mail };
}
