import { Hono } from 'hono';
import { Stripe } from 'stripe';
import { answerError } from '#server/http/answer-error.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { checkoutRoutes } from '#server/http/checkout-routes.ts';
import { webhookRoute } from '#server/http/webhook-route.ts';
import { silentLog } from '#server/log.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { createCheckouts } from '#server/payments/create-checkouts.ts';
import { createPaymentNews, type PaymentNews } from '#server/payments/handle-news.ts';
import type { PaymentGateway } from '#server/payments/payment-gateway.ts';
import type { PaymentStore } from '#server/payments/payment-store.ts';
import { createConfirmations } from '#server/payments/send-confirmations.ts';
import { createPaymentSimulator } from '#server/payments/simulator/create-payment-simulator.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { createMemorySimulatedSessions } from '#server/stores/memory/payment-simulator-sessions.ts';
import { createMemoryPaymentStore } from '#server/stores/memory/payment-store.ts';
import { ANONYMOUS, type Actor } from '#shared/access/actor.ts';
import type { Product } from '#shared/collections/products.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { productContent } from './samples.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export const SHOP = 'http://localhost:8787';
export const WEBHOOK_SECRET = 'whsec_test';
export const PROVIDER_KEY = 'sk_test_key';

/** A shop with the payment simulator, without a network: the SDK calls the simulator's routes directly. */
export interface PaymentWorld {
  readonly app: Hono<AppEnv>;
  readonly clock: TestClock;
  readonly store: PaymentStore;
  readonly gateway: PaymentGateway;
  readonly news: PaymentNews;
  readonly mails: Mail[];
  readonly products: Product[];
  /** What the log was told to be an error. */
  readonly errors: object[];
  /** Calls that reached the provider, `POST /v1/checkout/sessions`. */
  readonly providerCalls: string[];
  /** Who calls from now on. */
  actAs(actor: Partial<Actor>): void;
  /** The provider answers with this from now on; `undefined` ends it. */
  breakProvider(status: number | undefined): void;
  /** Webhooks of the simulator get lost from now on. */
  loseWebhooks(): void;
  post(path: string, body: unknown): Promise<Response>;
  /** Starts a payment of these lines; the answer's body. */
  checkOut(lines?: readonly { price: string; quantity: number }[]): Promise<{ id: string; url: string }>;
  pay(sessionId: string, email?: string): Promise<Response>;
  statusOf(sessionId: string): Promise<string>;
  /** Delivers an event to the webhook, signed now unless said otherwise. */
  deliver(event: object, signing?: { secret?: string; at?: number; body?: string }): Promise<Response>;
}

export function product(id: string, price = '24990.00'): Product {
  return {
    ...productContent(id),
    FBUID: id,
    STUPID: `prod_demo_${id}`,
    productPrices: [{ value: price, label: 'AUD incl. GST', description: `price_demo_${id}` }],
    createdAt: '2026-03-02T09:00:00.000+11:00',
    writeId: 'write',
    sync: UNSYNCED,
  };
}

export interface PaymentWorldOptions {
  readonly store?: PaymentStore;
  readonly wrapGateway?: (gateway: PaymentGateway) => PaymentGateway;
}

export function createPaymentWorld(options: PaymentWorldOptions = {}): PaymentWorld {
  const clock = createTestClock();
  const store = options.store ?? createMemoryPaymentStore();
  const products = [
    product('recon-vtol'),
    product('trainer-pack', '24.90'),
    product('no-price', 'on request'),
  ];
  const mails: Mail[] = [];
  const errors: object[] = [];
  const providerCalls: string[] = [];
  let actor: Actor = { ...ANONYMOUS, fid: 'device-1' };
  let brokenStatus: number | undefined;
  let areWebhooksLost = false;

  const app = new Hono<AppEnv>();
  app.onError(answerError(silentLog));
  app.use('*', async (c, next) => {
    c.set('actor', actor);
    await next();
  });
  const findProductByPriceId = async (priceId: string) =>
    products.find((candidate) => candidate.productPrices[0]?.description === priceId);

  const providerFetch = async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(url));
    providerCalls.push(`${init?.method} ${pathname}`);
    if (brokenStatus !== undefined)
      return new Response('{"error":{"type":"api_error"}}', { status: brokenStatus });
    return app.request(String(url), init);
  };
  const stripeGateway = createStripeGateway({
    secretKey: PROVIDER_KEY,
    webhookSecrets: [WEBHOOK_SECRET, 'whsec_before'],
    fetch: providerFetch as typeof fetch,
    maxRetries: 0,
    clock,
  });
  const gateway = options.wrapGateway?.(stripeGateway) ?? stripeGateway;
  const log = { ...silentLog, error: (facts: object) => void errors.push(facts) };
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const shared = { gateway, store, clock, log, findProductByPriceId, currency: 'AUD' };
  const sendConfirmations = createConfirmations({
    store,
    mailer,
    contactEmail: 'hello@nankeen.example',
    log,
  });
  const news = createPaymentNews({ ...shared, sendConfirmations });
  app.route('/api/v1', checkoutRoutes(createCheckouts({ ...shared, publicUrl: SHOP })));
  app.route('/api/v1', webhookRoute(news));
  const postWebhook = (body: string, signature: string) =>
    app.request('/api/v1/webhooks/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    });
  app.route(
    '/',
    createPaymentSimulator({
      key: PROVIDER_KEY,
      webhookSecret: WEBHOOK_SECRET,
      sessions: createMemorySimulatedSessions(),
      findProductByPriceId,
      listProducts: async () => products,
      currency: 'AUD',
      publicUrl: SHOP,
      clock,
      deliver: async ({ body, signature }) =>
        areWebhooksLost ? 0 : (await postWebhook(body, signature)).status,
    }),
  );

  const post = async (path: string, body: unknown) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    app,
    clock,
    store,
    gateway,
    news,
    mails,
    products,
    errors,
    providerCalls,
    actAs: (who) => void (actor = { ...ANONYMOUS, ...who }),
    breakProvider: (status) => void (brokenStatus = status),
    loseWebhooks: () => void (areWebhooksLost = true),
    post,
    async checkOut(lines = [{ price: 'price_demo_recon-vtol', quantity: 1 }]) {
      const response = await post('/api/v1/checkout/sessions', { lines });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as { id: string; url: string };
    },
    pay: async (sessionId, email = 'buyer@example.com') =>
      app.request(`/test-payment/${sessionId}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email }).toString(),
      }),
    async statusOf(sessionId) {
      const response = await app.request(`/api/v1/checkout/sessions/${sessionId}`);
      return ((await response.json()) as { status: string }).status;
    },
    async deliver(event, { secret = WEBHOOK_SECRET, at = clock.now(), body } = {}) {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(at / 1000);
      const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp,
      });
      return postWebhook(body ?? payload, signature);
    },
  };
}

/** An event about a session, as the provider sends it. */
export function sessionEvent(type: string, sessionId: string, id = `evt_${type}_${sessionId}`): object {
  return { id, object: 'event', type, livemode: false, data: { object: { id: sessionId } } };
}

export function refundEvent(paymentIntent: string, refunded = true): object {
  const object = { id: 'ch_1', object: 'charge', payment_intent: paymentIntent, refunded };
  return {
    id: `evt_refund_${refunded}`,
    object: 'event',
    type: 'charge.refunded',
    livemode: false,
    data: { object },
  };
}
