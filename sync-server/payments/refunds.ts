import type { AskRefund } from '#shared/api/order-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import { mergeRefunds } from './decide-payment.ts';
import type { PaidOrders } from './paid-orders.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { toFailedRefundMails, toRefundMails } from './payment-mails.ts';
import type { PaymentStore } from './payment-store.ts';
import { toRefundableCents, type Payment, type Refund } from './payment.ts';

export interface RefundsOptions {
  readonly gateway: Pick<PaymentGateway, 'refund'>;
  readonly store: Pick<PaymentStore, 'find' | 'change' | 'listRefundsAsked'>;
  readonly orders: Pick<PaidOrders, 'write'>;
  readonly mails: Pick<Mails, 'wake'>;
  /** Gets a mail about refunds that fail. */
  readonly contactEmail: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Gives money back. What is asked for is stored first, so that it is neither lost nor done twice. */
export interface Refunds {
  /**
   * Asking again with the same id moves no more money.
   * @returns the refund, which stays `asked` while the provider can't be reached
   * @throws AppError `not-found` without a paid payment, `invalid-argument` reason `refund-too-large`,
   *   `already-exists` for another amount with the same id, `failed-precondition` reason `refund-refused` with the provider's
   *   words
   */
  ask(paymentId: string, refund: AskRefund, by: string): Promise<Refund>;
  /** Asks the provider again for the refunds that it has not answered yet. */
  retry(): Promise<void>;
}

const MOST_REFUNDS = 20;
const AT_ONCE = 50;

export function createRefunds(options: RefundsOptions): Refunds {
  const { gateway, store, orders, mails, contactEmail, clock, log } = options;

  async function changeRefund(
    paymentId: string,
    id: string,
    change: (refund: Refund) => Refund,
  ): Promise<Refund | undefined> {
    const now = clock.now();
    const payment = await store.change(paymentId, (current) => {
      if (!current) return undefined;
      const refunds = (current.refunds ?? []).map((refund) => (refund.id === id ? change(refund) : refund));
      const next: Payment = { ...current, refunds, isOrderDue: true };
      return {
        payment: next,
        mails: [
          ...toRefundMails(current, next, now),
          ...toFailedRefundMails({ before: current, after: next }, contactEmail, now),
        ],
      };
    });
    mails.wake();
    await orders.write(paymentId);
    return payment?.refunds?.find((refund) => refund.id === id);
  }

  async function send({ id: paymentId, paymentIntent = '' }: Payment, refund: Refund): Promise<Refund> {
    const { id, cents } = refund;
    try {
      const known = await gateway.refund({ reference: id, paymentIntent, cents });
      const sent = await changeRefund(paymentId, id, (one) => mergeRefunds([one], [known])[0] ?? one);
      return sent ?? refund;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'failed-precondition') {
        log.warn({ err: error, payment: paymentId, refund: id }, 'a refund is not sent yet');
        await orders.write(paymentId);
        return refund;
      }
      const words = (error.cause as Error | undefined)?.message ?? error.message;
      await changeRefund(paymentId, id, (one) => ({ ...one, state: 'failed', error: words }));
      throw toRefusal(words, error);
    }
  }

  return {
    async ask(paymentId, { id, cents, reason }, by) {
      const payment = await store.change(paymentId, (current) => {
        if (current?.paidAt === undefined) throw new AppError('not-found', 'There is no such paid order.');
        const { refunds = [], currency } = current;
        const earlier = refunds.find((refund) => refund.id === id);
        if (earlier && earlier.cents !== cents)
          throw new AppError(
            'already-exists',
            `A refund of ${formatCents(earlier.cents, currency)} was asked for already. No more money was moved.`,
          );
        if (earlier) return undefined;
        if (refunds.length >= MOST_REFUNDS)
          throw new AppError(
            'resource-exhausted',
            `An order has at most ${MOST_REFUNDS} refunds. Refund the rest at the payment provider.`,
          );
        assertRefundable(current, cents);
        const refund: Refund = { id, cents, reason, by, at: clock.now(), state: 'asked' };
        return { payment: { ...current, refunds: [...refunds, refund], isOrderDue: true }, mails: [] };
      });
      const refund = payment?.refunds?.find((one) => one.id === id);
      if (!payment || !refund) throw new AppError('not-found', 'There is no such paid order.');
      if (refund.error !== undefined) throw toRefusal(refund.error);
      return refund.state === 'asked' ? send(payment, refund) : refund;
    },
    async retry() {
      for (const payment of await store.listRefundsAsked(AT_ONCE))
        for (const refund of payment.refunds ?? [])
          if (refund.state === 'asked') await send(payment, refund).catch(ignoreRefusal);
    },
  };
}

/** @param words the provider's */
function toRefusal(words: string, cause?: unknown): AppError {
  const message = `The payment provider has refused this refund: ${words} No money was moved.`;
  return new AppError('failed-precondition', message, { cause, reason: 'refund-refused' });
}

/** A refusal is stored with the refund. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

function assertRefundable(payment: Payment, cents: number): void {
  const left = toRefundableCents(payment);
  if (cents <= left) return;
  const message =
    left === 0
      ? 'The whole payment was refunded already, or the refund is under way. Nothing was moved.'
      : 'This is more than what is left of this order. Nothing was moved.';
  throw new AppError('invalid-argument', message, { path: 'cents', reason: 'refund-too-large' });
}
