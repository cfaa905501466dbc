import type { Hono } from 'hono';
import { Stripe } from 'stripe';
import type { Config } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { silentLog } from './silent-log.ts';
import type { Mail } from '#server/mail/mailer.ts';
import type { Payments } from '#server/payments/create-payments.ts';
import type { PaymentGateway } from '#server/payments/payment-gateway.ts';
import type { PaymentStore } from '#server/payments/payment-store.ts';
import type { SimulatedPaymentStore } from '#server/payments/simulator/simulated-session.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { createServerApp } from '#server/server-app.ts';
import type { Product } from '#shared/collections/products.ts';
import { ANONYMOUS } from '#shared/access/actor.ts';
import type { OrderState, PaidOrder } from '#shared/collections/orders.ts';
import { takeStep } from '#shared/domain/order-states.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { changeDocument } from '#server/core/document-calls.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { openFileTables } from './file-tables.ts';
import { createSuiteStore } from './suite-store.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { TEST_CONFIG, TEST_SECRETS } from './core-server.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { openMemoryTables } from './memory-tables.ts';
import { productContent } from './samples.ts';
import { toRemote } from './remote-store.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export const SHOP = 'http://localhost:8787';
export const WEBHOOK_SECRET = 'whsec_test';
export const PROVIDER_KEY = TEST_SECRETS.demo.paymentKey;

/** The server with its payment simulator, without a network: the SDK calls the simulator's routes directly. */
export interface PaymentWorld {
  readonly app: Hono<AppEnv>;
  readonly clock: TestClock;
  readonly store: PaymentStore;
  readonly documents: DocumentStore;
  /** What the payment simulator has stored. */
  readonly simulated: SimulatedPaymentStore;
  readonly gateway: PaymentGateway;
  readonly payments: Payments;
  /** Sends the mails that are due. */
  sendMails(): void;
  /** To buyers. */
  readonly mails: Mail[];
  /** How many mails are not sent yet. */
  mailsWaiting(): Promise<number>;
  /** To the shop itself. */
  readonly shopMails: Mail[];
  readonly products: Product[];
  /** Logged errors. */
  readonly errors: object[];
  /** Logged warnings. */
  readonly warnings: object[];
  /** Calls that reached the provider, such as `POST /v1/checkout/sessions`. */
  readonly providerCalls: string[];
  /** Sets the paying device; `undefined` is an unregistered one. */
  actAs(device: string | undefined): void;
  /** Makes the provider respond with this status; `undefined` repairs it. */
  breakProvider(status: number | undefined): void;
  /** Drops the simulator's webhooks from now on. */
  loseWebhooks(): void;
  post(path: string, body: unknown): Promise<Response>;
  /** Starts a payment of these lines. @returns the response's body */
  checkOut(lines?: readonly { price: string; quantity: number }[]): Promise<{ id: string; url: string }>;
  pay(sessionId: string, email?: string): Promise<Response>;
  /** Does what a button of the test page does. */
  act(sessionId: string, name: string, form?: Record<string, string>): Promise<Response>;
  /** Kills the server after so many calls of its stores: from then on each of them fails. */
  killAfter(calls: number): void;
  /** Starts the server again on what is stored; with a folder, on the reopened file. */
  restart(settings?: Partial<Config>): Promise<void>;
  close(): Promise<void>;
  /** Makes every commit of documents fail, like on a full disk. */
  failWrites(fails: boolean): void;
  /** Moves an order on, as a manager does. */
  moveOrder(id: string, to: OrderState, why?: string): Promise<void>;
  statusOf(sessionId: string): Promise<string>;
  /** Delivers an event to the webhook, signed at the current time by default, and waits until nothing is due. */
  deliver(event: object, signing?: { secret?: string; at?: number; body?: string }): Promise<Response>;
  /** Delivers an event, and waits for the response only. */
  receive(event: object): Promise<Response>;
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
  readonly checkoutLimits?: Config['checkoutLimits'];
  readonly wrapGateway?: (gateway: PaymentGateway) => PaymentGateway;
  /** The provider's key; one of its test mode by default. */
  readonly providerKey?: string;
  /** Where the data file lies; without it everything is stored in memory. */
  readonly folder?: string;
  /** Whether the tables answer as late as over a network. */
  readonly isRemote?: boolean;
}

export function createPaymentWorld(options: PaymentWorldOptions = {}): PaymentWorld {
  const clock = createTestClock();
  const { folder } = options;
  const openTables = () =>
    folder === undefined
      ? { ...openMemoryTables(), documents: createSuiteStore(clock) }
      : openFileTables(folder, clock);
  let tables = openTables();
  /** Calls of the shop's stores until its server dies. */
  let callsLeft = Infinity;
  /** @param current the store of the open tables */
  const dieInTime = <Store extends object>(current: () => Store): Store =>
    new Proxy(current(), {
      get(_first, name) {
        const from = current();
        const value: unknown = Reflect.get(from, name);
        if (typeof value !== 'function') return value;
        return (...parts: unknown[]): unknown => {
          callsLeft -= 1;
          if (callsLeft < 0) throw new Error('The server was killed.');
          return Reflect.apply(value, from, parts) as unknown;
        };
      },
    });
  const late = <Store extends object>(current: Store) => (options.isRemote ? toRemote(current) : current);
  const store = dieInTime(() => late(tables.payments));
  let doWritesFail = false;
  const documents: DocumentStore = dieInTime(() => {
    const { documents: open } = tables;
    const commit: DocumentStore['commit'] = (scope, decide) =>
      doWritesFail
        ? Promise.reject(new AppError('resource-exhausted', 'The disk is full.'))
        : open.commit(scope, decide);
    return { ...open, commit };
  });
  const products = [
    product('recon-vtol'),
    product('trainer-pack', '24.90'),
    product('no-price', 'on request'),
  ];
  const mails: Mail[] = [];
  const shopMails: Mail[] = [];
  const errors: object[] = [];
  const warnings: object[] = [];
  const providerCalls: string[] = [];
  let device: string | undefined = 'device-1';
  let brokenStatus: number | undefined;
  let areWebhooksLost = false;

  const providerFetch = async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(url));
    providerCalls.push(`${init?.method} ${pathname}`);
    if (brokenStatus !== undefined)
      return new Response('{"error":{"type":"api_error"}}', { status: brokenStatus });
    return app.request(String(url), init);
  };
  let gateway: PaymentGateway | undefined;
  const open = (settings: Partial<Config> = {}) =>
    createContext(
      {
        ...TEST_CONFIG,
        publicUrl: SHOP,
        checkoutLimits: options.checkoutLimits ?? TEST_CONFIG.checkoutLimits,
        ...settings,
      },
      {
        secrets: {
          ...TEST_SECRETS,
          demo: { ...TEST_SECRETS.demo, paymentKey: options.providerKey ?? PROVIDER_KEY },
          webhookSecrets: [WEBHOOK_SECRET, 'whsec_before'],
        },
        clock,
        log: {
          ...silentLog,
          error: (facts: object) => void errors.push(facts),
          warn: (facts: object) => void warnings.push(facts),
        },
        storage: createMemoryStorage(clock, {
          mails: late(tables.mails),
          simulatedPayments: late(tables.simulatedPayments),
          payments: store,
          documents,
        }),
        mailer: {
          send: async (mail) => void (mail.to === TEST_CONFIG.contactEmail ? shopMails : mails).push(mail),
        },
        products: {
          list: async () => products,
          findByPriceId: async (priceId) =>
            products.find((candidate) => candidate.productPrices[0]?.description === priceId),
        },
        createGateway(settings) {
          const plain = createStripeGateway({
            ...settings,
            fetch: providerFetch,
            maxRetries: 0,
          });
          return (gateway = options.wrapGateway?.(plain) ?? plain);
        },
        deliverWebhook: async ({ body, signature }) =>
          areWebhooksLost ? 0 : (await postWebhook(body, signature)).status,
      },
    );
  function start(): Hono<AppEnv> {
    context.mails.start();
    context.payments.events.start();
    return createServerApp(context);
  }
  let context = open();
  let app = start();
  if (!gateway) throw new Error('The shop has made no gateway.');

  const sendWebhook = async (body: string, signature: string) =>
    app.request('/api/v1/webhooks/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    });
  const postWebhook = async (body: string, signature: string) => {
    const response = await sendWebhook(body, signature);
    await context.payments.events.idle();
    return response;
  };
  const sign = (payload: string, { secret = WEBHOOK_SECRET, at = clock.now() } = {}) =>
    new Stripe('sk_test').webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(at / 1000),
    });
  const post = async (path: string, body: unknown) =>
    app.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(device === undefined
          ? {}
          : { authorization: `Bearer ${signDeviceToken(device, clock.now(), TEST_SECRETS.tokenSecret)}` }),
      },
      body: JSON.stringify(body),
    });
  const postForm = (path: string, form: Record<string, string>) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  return {
    get app() {
      return app;
    },
    clock,
    store,
    documents,
    get simulated() {
      return tables.simulatedPayments;
    },
    gateway,
    get payments() {
      return context.payments;
    },
    sendMails: () => context.mails.wake(),
    async close() {
      await context.close();
      await tables.documents.close();
    },
    killAfter: (calls) => void (callsLeft = calls),
    async restart(settings) {
      callsLeft = Infinity;
      await context.close();
      if (folder !== undefined) {
        await tables.documents.close();
        tables = openTables();
      }
      context = open(settings);
      app = start();
    },
    mails,
    mailsWaiting: () => tables.mails.count('waiting'),
    shopMails,
    products,
    errors,
    warnings,
    providerCalls,
    actAs: (who) => void (device = who),
    breakProvider: (status) => void (brokenStatus = status),
    loseWebhooks: () => void (areWebhooksLost = true),
    post,
    async checkOut(lines = [{ price: 'price_demo_recon-vtol', quantity: 1 }]) {
      const response = await post('/api/v1/checkout/sessions', { lines });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as { id: string; url: string };
    },
    pay: async (sessionId, email = 'buyer@example.com') =>
      postForm(`/test-payment/${sessionId}/pay`, { email }),
    act: async (sessionId, name, form = {}) => postForm(`/test-payment/${sessionId}/${name}`, form),
    failWrites: (fails) => void (doWritesFail = fails),
    async moveOrder(id, to, why = 'Agreed with the buyer') {
      const key = { collection: 'orders', id };
      const order = (await documents.read(key))?.data as unknown as PaidOrder;
      const at = utcIso(clock.now());
      const data = takeStep(order, { at, to, why }) as unknown as Record<string, unknown>;
      const actor = {
        ...ANONYMOUS,
        accountId: 'mia',
        email: 'mia@example.com',
        role: 'manager',
        isStaff: true,
      } as const;
      await changeDocument(documents, key, { kind: 'set', data }, { at, actor });
    },
    async statusOf(sessionId) {
      const response = await app.request(`/api/v1/checkout/sessions/${sessionId}`);
      return ((await response.json()) as { status: string }).status;
    },
    async deliver(event, { body, ...signing } = {}) {
      const payload = JSON.stringify(event);
      return postWebhook(body ?? payload, sign(payload, signing));
    },
    async receive(event) {
      const payload = JSON.stringify(event);
      return sendWebhook(payload, sign(payload));
    },
  };
}

/** A provider event about a checkout session. */
export function sessionEvent(type: string, sessionId: string, id = `evt_${type}_${sessionId}`): object {
  return { id, object: 'event', type, livemode: false, data: { object: { id: sessionId } } };
}

export function refundEvent(paymentIntent: string): object {
  const object = { id: 'ch_1', object: 'charge', payment_intent: paymentIntent };
  return {
    id: 'evt_refund',
    object: 'event',
    type: 'charge.refunded',
    livemode: false,
    data: { object },
  };
}
