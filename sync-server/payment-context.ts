import type { Hono } from 'hono';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Config } from './config.ts';
import type { ProductIndex } from './core/product-index.ts';
import type { Secrets } from './demo/secrets.ts';
import type { AppEnv } from './http/app-env.ts';
import { webhookRoute } from './http/webhook-route.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import { createCheckouts, type Checkouts } from './payments/create-checkouts.ts';
import { createPaymentNews } from './payments/handle-news.ts';
import { createConfirmations } from './payments/send-confirmations.ts';
import { createPaymentSimulator } from './payments/simulator/create-payment-simulator.ts';
import { createStripeGateway } from './payments/stripe-gateway.ts';
import { createSqliteSimulatedSessions } from './stores/sqlite/payment-simulator-sessions.ts';
import { createSqlitePaymentStore } from './stores/sqlite/payment-store.ts';
import { createPaymentTables } from './stores/sqlite/payment-tables.ts';
import type { DatabasePair } from './stores/sqlite/open-database.ts';

export interface Payments {
  readonly checkouts: Checkouts;
  /** The provider's door for its news. */
  readonly webhook: Hono<AppEnv>;
  /** Stands in for the provider where no key is configured. */
  readonly simulator: Hono<AppEnv> | undefined;
  close(): void;
}

export interface PaymentParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: DatabasePair;
  readonly products: ProductIndex;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  /** Nobody is asked about open payments, and no mail is sent, of its own accord. */
  readonly isPrivate: boolean;
}

/** Time between two looks at payments whose news may have got lost. */
const RECONCILE_MS = 600_000;

/** Builds what takes payments: on the card provider, or on the simulator. */
export function createPayments(parts: PaymentParts): Payments {
  const { config, secrets, database, products, mailer, clock, log } = parts;
  createPaymentTables(database.writer);
  const store = createSqlitePaymentStore(database.writer);
  const source = { findProductByPriceId: products.findByPriceId, currency: config.currency, clock, log };
  let webhook: Hono<AppEnv> | undefined;
  const simulator = config.stripe
    ? undefined
    : createPaymentSimulator<AppEnv>({
        ...source,
        key: secrets.demo?.paymentKey ?? '',
        webhookSecret: secrets.webhookSecrets[0] ?? '',
        sessions: createSqliteSimulatedSessions(database.writer),
        listProducts: products.list,
        publicUrl: config.publicUrl,
        async deliver({ body, signature }) {
          const delivery = { method: 'POST', headers: { 'stripe-signature': signature }, body };
          return (await webhook?.request('/webhooks/stripe', delivery))?.status ?? 503;
        },
      });
  const gateway = createStripeGateway({
    secretKey: config.stripe?.secretKey ?? secrets.demo?.paymentKey ?? '',
    webhookSecrets: secrets.webhookSecrets,
    clock,
    ...(simulator ? { fetch: async (input, init) => simulator.fetch(new Request(input, init)) } : {}),
  });
  const { contactEmail, publicUrl } = config;
  const sendConfirmations = createConfirmations({ store, mailer, contactEmail, log });
  const news = createPaymentNews({ ...source, gateway, store, sendConfirmations });
  webhook = webhookRoute(news);

  const reconcile = () => {
    news.reconcile().catch((err: unknown) => log.warn({ err }, 'Open payments could not be checked.'));
  };
  if (!parts.isPrivate) reconcile();
  const timer = parts.isPrivate ? undefined : setInterval(reconcile, RECONCILE_MS).unref();

  return {
    checkouts: createCheckouts({ ...source, gateway, store, publicUrl }),
    webhook,
    simulator,
    close: () => clearInterval(timer),
  };
}
