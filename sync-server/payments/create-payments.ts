import { setTimeout as delay } from 'node:timers/promises';
import type { Hono } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { PaymentCheck } from '#shared/api/payment-routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Config } from '#server/config.ts';
import type { ProductIndex } from '#server/core/product-index.ts';
import type { Secrets } from '#server/secrets.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { Storage } from '#server/storage.ts';
import { checkPayments, listProviderPrices } from './check-payments.ts';
import { createCheckouts, type Checkouts } from './create-checkouts.ts';
import type { GatewayPrice, PaymentGateway } from './payment-gateway.ts';
import { createNewPrices, type NewPrices } from './new-prices.ts';
import { createPaidOrders } from './paid-orders.ts';
import { createPaymentEvents, type PaymentEvents } from './payment-events.ts';
import { createRefunds, type Refunds } from './refunds.ts';
import { createPaymentSimulator } from './simulator/create-payment-simulator.ts';
import { hasOpenReview, settleReview } from './payment-reviews.ts';
import type { Payment } from './payment.ts';
import type { DeliverWebhook } from './simulator/simulated-checkout.ts';
import { createStripeGateway } from './stripe-gateway.ts';

export interface Payments {
  readonly checkouts: Checkouts;
  readonly events: PaymentEvents;
  readonly refunds: Refunds;
  readonly prices: NewPrices;
  /** The payment of an order. @throws AppError `not-found` */
  find(id: string): Promise<Payment>;
  /** Compares the shop with the provider since a time, in epoch milliseconds. */
  check(since: number): Promise<PaymentCheck>;
  /** The provider's prices with the price ids of products; `undefined` where it has none. */
  listPrices(): Promise<ReadonlyMap<string, GatewayPrice | undefined>>;
  /** Payments that a person has to look at, newest first. */
  listReviews(limit: number): Promise<readonly Payment[]>;
  /**
   * Ends the review of a payment without money. Doing it again changes nothing.
   * @throws AppError `not-found` without such a review, `failed-precondition` if money has come
   */
  settleReview(id: string): Promise<void>;
  listWebhooks: PaymentGateway['listWebhooks'];
  /** Replaces the provider when no key is configured. */
  readonly simulator: Hono | undefined;
  /** Begins to apply events, and looks for those that were lost. */
  start(): void;
  /** Waits a moment for the event that is being applied. */
  stop(): Promise<void>;
}

/** Parts that tests replace. */
export interface PaymentOverrides {
  readonly createGateway?: typeof createStripeGateway;
  /** Delivers the simulator's events to the shop. */
  readonly deliverWebhook?: DeliverWebhook;
}

export interface PaymentParts extends PaymentOverrides {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly storage: Pick<Storage, 'documents' | 'payments' | 'mails' | 'simulatedPayments'>;
  readonly products: ProductIndex;
  readonly mails: Pick<Mails, 'wake'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often to look for events that were lost. */
const LOOK_MS = 600_000;
/** Not at once, because a starting server has better things to do. */
const FIRST_LOOK_MS = 10_000;
/** Most of them are over, and reading one is cheap. */
const REVIEWS_READ = 1000;
/** How long a stopping server waits for the provider. Events that are not applied are kept. */
const STOP_MS = 3000;

/** Builds payments on Stripe when a key is configured, otherwise on the simulator. */
export function createPayments(parts: PaymentParts): Payments {
  const { config, secrets, storage, products, mails, clock, log } = parts;
  const { createGateway = createStripeGateway } = parts;
  const { publicUrl, currency, deliveryCountries, contactEmail, gstRule } = config;
  const { payments: store, documents } = storage;
  const source = { findProductByPriceId: products.findByPriceId, currency, clock, log };
  const simulator = config.stripe
    ? undefined
    : createPaymentSimulator({
        ...source,
        key: secrets.demo?.paymentKey ?? '',
        webhookSecret: secrets.webhookSecrets[0] ?? '',
        sessions: storage.simulatedPayments,
        documents,
        listProducts: products.list,
        publicUrl,
        deliver: parts.deliverWebhook ?? (({ body, signature }) => toStatus(events.receive(body, signature))),
      });
  const gateway = createGateway({
    secretKey: config.stripe?.secretKey ?? secrets.demo?.paymentKey ?? '',
    webhookSecrets: secrets.webhookSecrets,
    clock,
    log,
    ...(simulator ? { fetch: async (input, init) => simulator.fetch(new Request(input, init)) } : {}),
  });
  const orders = createPaidOrders({ documents, store, gstRule, clock });
  const refunds = createRefunds({ gateway, store, orders, mails, contactEmail, clock, log });
  const events = createPaymentEvents({
    ...source,
    gateway,
    store,
    mails,
    orders,
    refunds,
    contactEmail,
    deliveryCountries,
  });
  const readOrder = (id: string) => documents.read({ collection: 'orders', id });
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  function lookIn(ms: number): void {
    timer = setTimeout(() => {
      lookIn(LOOK_MS);
      looking = events.look().catch((err: unknown) => {
        log.warn({ err }, 'The payment provider could not be asked for news.');
      });
    }, ms).unref();
  }

  return {
    checkouts: createCheckouts({
      ...source,
      gateway,
      store,
      mails: storage.mails,
      documents: storage.documents,
      publicUrl,
      deliveryCountries,
    }),
    events,
    refunds,
    async find(id) {
      const payment = await store.find(id);
      if (payment?.paidAt === undefined) throw new AppError('not-found', 'There is no such paid order.');
      return payment;
    },
    listWebhooks: () => gateway.listWebhooks(),
    async listReviews(limit) {
      const open: Payment[] = [];
      for (const payment of await store.listReviews(REVIEWS_READ))
        if (hasOpenReview(payment, await readOrder(payment.id))) open.push(payment);
      return open.slice(0, limit);
    },
    async settleReview(id) {
      await store.change(id, (payment) => ({ payment: settleReview(payment, clock.now()), mails: [] }));
    },
    listPrices: () => listProviderPrices({ gateway, listProducts: products.list }),
    check: (since) =>
      checkPayments({ gateway, store, readOrder, listProducts: products.list, currency }, since),
    prices: createNewPrices({ gateway, documents, currency, clock }),
    simulator,
    start() {
      events.start();
      lookIn(FIRST_LOOK_MS);
    },
    async stop() {
      clearTimeout(timer);
      const wait = delay(STOP_MS, undefined, { ref: false });
      await Promise.race([Promise.all([looking, events.stop()]), wait]);
    },
  };
}

/** The status the webhook would respond with. */
async function toStatus(received: Promise<unknown>): Promise<number> {
  try {
    await received;
    return 200;
  } catch (error) {
    return error instanceof AppError ? error.status : 500;
  }
}
