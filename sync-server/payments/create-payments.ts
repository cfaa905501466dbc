import type { Hono } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Config } from '#server/config.ts';
import type { ProductIndex } from '#server/core/product-index.ts';
import type { Secrets } from '#server/secrets.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { Storage } from '#server/storage.ts';
import { createCheckouts, type Checkouts } from './create-checkouts.ts';
import { createPaymentWebhooks, type PaymentWebhooks } from './payment-webhooks.ts';
import { createPaymentSimulator } from './simulator/create-payment-simulator.ts';
import type { DeliverWebhook } from './simulator/simulated-checkout.ts';
import { createStripeGateway } from './stripe-gateway.ts';

export interface Payments {
  readonly checkouts: Checkouts;
  readonly webhooks: PaymentWebhooks;
  /** Replaces the provider when no key is configured. */
  readonly simulator: Hono | undefined;
  close(): void;
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
  readonly storage: Pick<Storage, 'payments' | 'mails' | 'simulatedSessions'>;
  readonly products: ProductIndex;
  readonly mails: Pick<Mails, 'wake'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often to look for payments whose events were lost. */
const RECONCILE_MS = 600_000;

/** Builds payments on Stripe when a key is configured, otherwise on the simulator. */
export function createPayments(parts: PaymentParts): Payments {
  const { config, secrets, storage, products, mails, clock, log } = parts;
  const { createGateway = createStripeGateway } = parts;
  const { publicUrl, currency, isPrivate } = config;
  const store = storage.payments;
  const source = { findProductByPriceId: products.findByPriceId, currency, clock, log };
  const simulator = config.stripe
    ? undefined
    : createPaymentSimulator({
        ...source,
        key: secrets.demo?.paymentKey ?? '',
        webhookSecret: secrets.webhookSecrets[0] ?? '',
        sessions: storage.simulatedSessions,
        listProducts: products.list,
        publicUrl,
        deliver:
          parts.deliverWebhook ?? (({ body, signature }) => toStatus(webhooks.receive(body, signature))),
      });
  const gateway = createGateway({
    secretKey: config.stripe?.secretKey ?? secrets.demo?.paymentKey ?? '',
    webhookSecrets: secrets.webhookSecrets,
    clock,
    ...(simulator ? { fetch: async (input, init) => simulator.fetch(new Request(input, init)) } : {}),
  });
  const webhooks = createPaymentWebhooks({ ...source, gateway, store, mails });

  const reconcile = () => {
    webhooks.reconcile().catch((err: unknown) => log.warn({ err }, 'open payments could not be checked'));
  };
  if (!isPrivate) reconcile();
  const timer = isPrivate ? undefined : setInterval(reconcile, RECONCILE_MS).unref();

  return {
    checkouts: createCheckouts({ ...source, gateway, store, mails: storage.mails, publicUrl }),
    webhooks,
    simulator,
    close: () => clearInterval(timer),
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
