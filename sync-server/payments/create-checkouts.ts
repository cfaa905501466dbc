import { createHash } from 'node:crypto';
import { toOwner, type Actor } from '#shared/access/actor.ts';
import type { CheckoutSession, CheckoutStatus, QuotedOrder } from '#shared/api/messages.ts';
import type { PaymentLine } from '#shared/domain/cart.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { Log } from '#server/log.ts';
import type { GatewaySession, PaymentGateway } from './payment-gateway.ts';
import type { PaymentStore } from './payment-store.ts';
import { attachSession, type Payment } from './payment.ts';
import { quoteLines, type QuoteSource } from './quote-lines.ts';

export interface CheckoutsOptions extends QuoteSource {
  readonly gateway: PaymentGateway;
  readonly store: PaymentStore;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Checkouts {
  /**
   * The hosted page for these lines; the same lines of the same caller get the same page again for a while.
   * @throws AppError `invalid-argument` (a line), `unavailable` (provider), `aborted` reason `PRICE_CHANGED`
   */
  start(actor: Actor, lines: readonly PaymentLine[]): Promise<CheckoutSession>;
  statusOf(sessionId: string): Promise<CheckoutStatus>;
}

/** How long a repeated click leads to the same page. */
const REPEAT_MS = 5 * 60_000;

export function createCheckouts(options: CheckoutsOptions): Checkouts {
  const { gateway, store, publicUrl, clock, log } = options;
  /** Calls to the provider under way, by payment, so that two clicks at once share one. */
  const underWay = new Map<string, Promise<CheckoutSession>>();

  async function open(payment: Payment): Promise<CheckoutSession> {
    const session = await gateway.createCheckoutSession({
      lines: payment.lines,
      successUrl: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/checkout`,
      idempotencyKey: `nankeen-${payment.id}`,
    });
    await assertPriceIsQuoted(payment, session);
    const attached = await store.attach(payment.id, session.id, (current, early) =>
      attachSession(current, session, early),
    );
    return { id: session.id, url: attached.url ?? publicUrl };
  }

  /** Nobody is sent to a page that asks for another sum than the shop shows. */
  async function assertPriceIsQuoted(payment: Payment, session: GatewaySession): Promise<void> {
    const { totalCents, currency } = payment;
    if (session.totalCents === totalCents && session.currency === currency) return;
    log.error(
      {
        payment: payment.id,
        session: session.id,
        quoted: totalCents,
        asked: session.totalCents,
        currency: session.currency,
      },
      'the payment provider has another price than the product',
    );
    await store.attach(payment.id, session.id, (current, early) => ({
      ...attachSession(current, session, early),
      status: 'failed',
      review: 'the provider has another price than the product',
    }));
    await gateway.expireSession(session.id);
    throw new AppError(
      'aborted',
      'A price changed since. Nothing was charged and your bag is kept; write to us.',
      {
        reason: 'PRICE_CHANGED',
      },
    );
  }

  return {
    async start(actor, lines) {
      const quote = await quoteLines(options, lines);
      const owner = toOwner(actor);
      const now = clock.now();
      const payment = await store.claim(
        {
          ...quote,
          id: createId(),
          // Somebody without a device and an account can't be told from others: each click is its own.
          fingerprint: toFingerprint(owner ?? createId(), quote),
          owner,
          status: 'created',
          email: actor.accountId === undefined ? undefined : actor.email,
          mail: 'none',
          createdAt: now,
        },
        now - REPEAT_MS,
      );
      if (payment.sessionId !== undefined && payment.url !== undefined) {
        return { id: payment.sessionId, url: payment.url };
      }
      const call = underWay.get(payment.id) ?? open(payment).finally(() => underWay.delete(payment.id));
      underWay.set(payment.id, call);
      return call;
    },
    async statusOf(sessionId) {
      const payment = await store.findBySession(sessionId);
      if (!payment) return { id: sessionId, status: 'unknown' };
      const order = toOrder(payment);
      const status = payment.status === 'created' ? 'open' : payment.status;
      return { id: sessionId, status, ...(order && { order }) };
    },
  };
}

/** `undefined` for what was bought elsewhere, by a payment link: nothing is known of its lines. */
function toOrder({ id, currency, totalCents, lines }: Payment): QuotedOrder | undefined {
  if (lines.length === 0) return undefined;
  const named = lines.map(({ productId, name, quantity, unitCents }) => ({
    productId,
    name,
    quantity,
    unitCents,
  }));
  return { reference: id, currency, totalCents, lines: named };
}

function toFingerprint(caller: string, quote: object): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, quote]))
    .digest('hex');
}
