import { useState } from 'react';
import type { CheckoutSession } from '#shared/api/messages.ts';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { toPaymentLines } from '#shared/domain/cart.ts';
import { toTotalCents } from '#shared/domain/order-totals.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { startCheckout } from '#pwa/data/cart/payments.ts';

/** A payment page that asks for another total than the cart shows. */
interface Repriced {
  readonly url: string;
  readonly totalCents: number;
  /** What it asks to pay for. */
  readonly lines: string;
}

interface Payment {
  readonly isStarting: boolean;
  /** Why the payment page did not open, for the customer. */
  readonly failure: string | undefined;
  /** Set when the server's total is another: the payment page opens once the person has agreed to it. */
  readonly repriced: Repriced | undefined;
  readonly start: () => Promise<void>;
  readonly accept: () => void;
}

const FAILED = 'The payment page could not be opened. Nothing was charged and your cart is as it was.';

/** Requests a hosted payment page and opens it. A failure leaves everything unchanged. */
export function usePayment(items: readonly CartItem[]): Payment {
  const app = useAppStore();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [repriced, setRepriced] = useState<Repriced>();

  function open(url: string) {
    setIsStarting(true);
    // Going back can restore this page from the back/forward cache in its present state.
    addEventListener('pageshow', () => setIsStarting(false), { once: true });
    window.location.assign(url);
  }

  async function start() {
    setIsStarting(true);
    setFailure(undefined);
    setRepriced(undefined);
    try {
      const session = await startCheckout(app, items);
      const other = toOtherTotal(session, items);
      if (other === undefined) return open(session.url);
      setRepriced({ url: session.url, totalCents: other, lines: toLines(items) });
    } catch (error) {
      logError('The payment page could not be opened:', error);
      setFailure(toFailure(error, items));
    }
    setIsStarting(false);
  }

  // A change of the cart makes the page that was asked for obsolete.
  const current = repriced?.lines === toLines(items) ? repriced : undefined;
  return { isStarting, failure, repriced: current, start, accept: () => current && open(current.url) };
}

function toLines(items: readonly CartItem[]): string {
  return JSON.stringify(toPaymentLines(items));
}

/** The total that the payment page asks for, if the cart shows another: a new price has not arrived here yet. */
function toOtherTotal({ totalCents }: CheckoutSession, items: readonly CartItem[]): number | undefined {
  return totalCents === toTotalCents(items) ? undefined : totalCents;
}

/** Names the product if the server rejects a line. Other failures may be transient and get a general text. */
function toFailure(error: unknown, items: readonly CartItem[]): string {
  if (!(error instanceof AppError) || !['invalid-argument', 'aborted'].includes(error.code)) return FAILED;
  const line = /^lines\[(\d+)\]/.exec(error.path ?? '')?.[1];
  const item = items[Number(line)];
  return item ? `${item.productName}: ${error.message}` : error.message;
}
