import { afterEach, expect, it } from 'vitest';
import type { DoctorCheck } from '#shared/api/doctor-routes.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { createServerApp } from '#server/server-app.ts';
import type { Storage } from '#server/storage.ts';
import { event } from '../contracts/payment-store-contract.ts';
import { createMemoryStorage } from '../support/memory-storage.ts';
import { createTestClock } from '../support/test-clock.ts';
import { ADMIN_TOKEN, TEST_SECRETS } from '../support/core-server.ts';
import { startMailServer, type MailServer, type MailServerMood } from '../support/mail-server.ts';
import { silentLog } from '../support/silent-log.ts';

const STRIPE_KEY = 'sk_live_4eC39HqLyjWDarjt';
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
];

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Shop {
  readonly mood?: MailServerMood | 'gone';
  readonly settings?: Readonly<Record<string, string>>;
  /** What was stored before. */
  readonly prepare?: (storage: Storage, now: number) => Promise<void>;
}

/** A shop in production. @param stripe what Stripe answers when asked for its webhook endpoints */
async function examine(stripe: () => Response, { mood = 'accepting', settings, prepare }: Shop = {}) {
  const mail: MailServer = await startMailServer(mood === 'gone' ? 'accepting' : mood);
  if (mood === 'gone') await mail.stop();
  else ends.push(() => mail.stop());
  const clock = createTestClock();
  const config = readConfig(
    {
      PRODUCTION: 'true',
      PUBLIC_URL: 'https://shop.example',
      CONTACT_EMAIL: 'hello@shop.example',
      ADMIN_TOKEN,
      ACCESS_CODE: 'kestrel-9',
      SMTP_URL: mail.url,
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: 'whsec_7f3Kd93jfKslw02',
      STAFF_EMAILS: 'mia@shop.example',
      ...settings,
    },
    '/',
  );
  const storage = createMemoryStorage(clock);
  await prepare?.(storage, clock.now());
  const asked: string[] = [];
  const context = createContext(
    { ...config, dataDir: process.cwd(), buildFolder: undefined, isPrivate: true },
    {
      clock,
      log: silentLog,
      secrets: TEST_SECRETS,
      storage,
      createGateway: (settings) =>
        createStripeGateway({
          ...settings,
          maxRetries: 0,
          fetch: async (url) => {
            asked.push(new URL(String(url)).pathname);
            return stripe();
          },
        }),
    },
  );
  ends.push(() => context.close());
  const response = await createServerApp(context).request('https://shop.example/api/v1/admin/doctor', {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  expect(response.status, await response.clone().text()).toBe(200);
  const text = await response.text();
  expect(text).not.toContain(STRIPE_KEY);
  expect(text).not.toContain('4eC39');
  const { checks } = JSON.parse(text) as { readonly checks: readonly DoctorCheck[] };
  return { asked, find: (name: string) => checks.find(({ check }) => check === name) };
}

const endpoints = (...data: readonly object[]) => Response.json({ object: 'list', has_more: false, data });
const endpoint = (change: object = {}) => ({
  object: 'webhook_endpoint',
  url: 'https://shop.example/api/v1/webhooks/stripe',
  status: 'enabled',
  enabled_events: EVENTS,
  ...change,
});

it('[R-SHP-04] the mail server is asked without sending anything, and Stripe for its webhook endpoints', async () => {
  const { asked, find } = await examine(() => endpoints(endpoint()));
  expect(asked).toEqual(['/v1/webhook_endpoints']);
  expect(find('mail')).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('The mail server answers.'),
  });
  expect(find('payments')).toMatchObject({ state: 'ok' });
  expect(find('managers')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('No manager can use'),
  });
});

it.each([
  ['all events', endpoint({ enabled_events: ['*'] }), 'ok', 'Stripe sends events here'],
  ['too few events', endpoint({ enabled_events: EVENTS.slice(1) }), 'problem', `Add ${EVENTS[0]}`],
  ['a disabled endpoint', endpoint({ status: 'disabled' }), 'problem', 'is disabled at Stripe'],
  ['another address', endpoint({ url: 'https://old.example/' }), 'problem', 'Stripe has no webhook endpoint'],
] as const)('[R-SHP-04] Stripe’s webhook endpoint with %s', async (_what, found, state, words) => {
  const { find } = await examine(() => endpoints(found));
  expect(find('payments')).toMatchObject({ state, text: expect.stringContaining(words) });
});

it('[R-SHP-04] [T50] a key that Stripe refuses is a warning, without Stripe’s words, which name a part of the key', async () => {
  const error = { type: 'invalid_request_error', message: `Invalid API Key provided: ${STRIPE_KEY}` };
  const { find } = await examine(() => Response.json({ error }, { status: 401 }));
  expect(find('payments')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('could not be read'),
  });
});

it('[R-SHP-04] a mail server that is gone is a problem in the words of the connection', async () => {
  const { find } = await examine(() => endpoints(endpoint()), { mood: 'gone' });
  expect(find('mail')).toMatchObject({ state: 'problem', text: expect.stringContaining('ECONNREFUSED') });
});

it('[R-SHP-04] [PY3] events that were only found in Stripe’s list are a warning, until one comes to the webhook', async () => {
  const DAY = 24 * 3_600_000;
  const find = async (...sources: readonly ('webhook' | 'list')[]) => {
    const prepare = async ({ payments }: Storage, now: number) => {
      await payments.addEvent(event('long ago', { receivedAt: now - 8 * DAY }));
      for (const [index, source] of sources.entries())
        await payments.addEvent(event(`${index}`, { source, state: 'applied', receivedAt: now - DAY }));
    };
    return (await examine(() => endpoints(endpoint()), { prepare })).find('payments');
  };
  expect(await find('list', 'list')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('the server found 2 in Stripe’s list'),
  });
  expect(await find('list', 'list', 'webhook')).toMatchObject({ state: 'ok' });
});

it('[R-SHP-04] [PY9] a shop that asks for no address is warned', async () => {
  const { find } = await examine(() => endpoints(endpoint()), { settings: { DELIVERY_COUNTRIES: 'none' } });
  expect(find('delivery')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('DELIVERY_COUNTRIES'),
  });
});
