import { expect, it } from 'vitest';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { GatewaySession, PaymentGateway } from '#server/payments/payment-gateway.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { ANONYMOUS } from '#shared/access/actor.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { dataPath } from '../support/core-calls.ts';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { product } from '../support/payment-world.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createCliWorld } from './support/cli-run.ts';

const DAY = 24 * 3_600_000;

/** A shop with a paid and an open payment, and a product that is not sold online. */
async function createWorld() {
  const clock = createTestClock();
  const products = [product('kestrel'), product('heron', '24.90'), product('unsold', 'on request')];
  /** What the provider says instead. */
  const says: Partial<PaymentGateway> & { session?: Partial<GatewaySession> } = {};
  const documents = createSuiteStore(clock);
  let isDiskFull = false;
  const store: DocumentStore = {
    ...documents,
    commit: (scope, decide) =>
      isDiskFull
        ? Promise.reject(new AppError('resource-exhausted', 'The disk is full.'))
        : documents.commit(scope, decide),
  };
  const server = createCoreServer(store, clock, {
    products: {
      list: async () => products,
      findByPriceId: async (id) => products.find(({ productPrices: [price] }) => price?.description === id),
    },
    createGateway(settings) {
      const real = createStripeGateway(settings);
      return {
        ...real,
        product: (id) => (says.product ?? real.product)(id),
        price: (id) => (says.price ?? real.price)(id),
        retrieveSession: (id) => (says.retrieveSession ?? real.retrieveSession)(id),
        paymentLinkLineItems: (id) => (says.paymentLinkLineItems ?? real.paymentLinkLineItems)(id),
        async *listSessions(since) {
          for await (const one of (says.listSessions ?? real.listSessions)(since))
            yield one.isPaid ? { ...one, ...says.session } : one;
        },
      };
    },
  });
  const { payments, app } = server;
  payments.events.start();
  const start = (name: string) =>
    payments.checkouts.start(ANONYMOUS, [{ price: `price_demo_${name}`, quantity: 1 }]);
  const act = async (id: string, name: string) => {
    const body = new URLSearchParams({ email: 'ada@example.com' });
    await app.request(`/test-payment/${id}/${name}`, { method: 'POST', body });
    await payments.events.idle();
  };
  const { id } = await start('kestrel');
  const { id: open } = await start('heron');
  await act(id, 'pay');
  const { run } = createCliWorld({ NANKEEN_TOKEN: ADMIN_TOKEN }, server);
  /** Changes the order of the paid payment, as an administrator can. */
  async function changeOrder(changes: Partial<PaidOrder>): Promise<void> {
    const orders = await documents.list({
      collection: 'orders',
      scope: 'everything',
      afterId: '',
      limit: 1,
    });
    const path = dataPath(`orders/${orders[0]?.id}`);
    const response = await server.request(path, { as: 'admin', method: 'PATCH', json: changes });
    expect(response.status).toBe(200);
  }
  return { run, clock, products, says, open, act, changeOrder, fillDisk: () => void (isDiskFull = true) };
}

it('[PY8] [R-CAL-11] nankeen payments check says when shop and payment provider are alike', async () => {
  const { run } = await createWorld();
  expect(await run(['payments', 'check'])).toMatchObject({
    exitCode: 0,
    out: '',
    err: expect.stringContaining('are alike: 3 products, 2 payment links, 1 payment.'),
  });
});

it('[PY8] [R-CAL-11] it finds products and prices that the provider does not have or has otherwise', async () => {
  const { run, says, products } = await createWorld();
  products.push({
    ...product('copy'),
    STUPID: 'prod_demo_copy',
    productPrices: product('kestrel').productPrices,
  });
  says.product = async (id) =>
    id === 'prod_demo_heron' ? undefined : { id, name: 'Kestrel', isActive: false };
  says.price = async (id) =>
    id === 'price_demo_heron'
      ? undefined
      : { id, productId: 'prod_demo_kestrel', unitCents: 100, currency: 'AUD', isActive: false };
  says.paymentLinkLineItems = async () => [{ priceId: 'price_old', quantity: 1 }];
  const { exitCode, out, err } = await run(['payments', 'check']);
  expect([exitCode, err]).toEqual([9, expect.stringContaining('13 differences found')]);
  for (const line of [
    /price-shared +copy +Its price price_demo_kestrel is also that of kestrel\./,
    /product-missing +heron +The provider has no product prod_demo_heron\./,
    /price-missing +heron +The provider has no price price_demo_heron\./,
    /product-inactive +kestrel +The provider’s product prod_demo_kestrel is not active\./,
    /price-inactive +kestrel +The provider’s price price_demo_kestrel is not active\./,
    /price-amount +kestrel +\$1\.00 at the provider, \$24,990\.00 in the shop\./,
    /price-product +copy +The price .* is of the product prod_demo_kestrel, not of prod_demo_copy\./,
    /link-price +plink_demo_heron +.*sells the price price_old, which no product has\./,
  ])
    expect(out).toMatch(line);
});

it.each([
  ['another currency', 'price-currency', { currency: 'USD' }],
  ['another amount', 'price-amount', { unitCents: 1 }],
])('[PY8] it finds a price with %s', async (_what, kind, changes) => {
  const { run, says } = await createWorld();
  says.price = async (id) => ({
    id,
    productId: id.replace('price', 'prod'),
    unitCents: id === 'price_demo_heron' ? 2490 : 2_499_000,
    currency: 'AUD',
    isActive: true,
    ...(id === 'price_demo_heron' ? changes : {}),
  });
  const { exitCode, out } = await run(['payments', 'check', '--json']);
  expect([exitCode, JSON.parse(out)]).toMatchObject([
    9,
    { command: 'payments check', products: 3, differences: [{ kind, id: 'heron' }] },
  ]);
});

it.each([
  ['a payment that the shop does not know', 'payment-missing', { id: 'cs_test_other' }],
  ['one that is not paid there', 'payment-status', { isPaid: false }],
  ['another sum', 'payment-amount', { totalCents: 100 }],
  ['money given back', 'payment-refund', { refundedCents: 500 }],
])('[PY8] it finds %s', async (_what, kind, changes) => {
  const { run, says } = await createWorld();
  says.session = changes;
  const { exitCode, out } = await run(['payments', 'check', '--json']);
  const { differences } = JSON.parse(out) as { differences: { kind: string }[] };
  expect(exitCode).toBe(9);
  expect(differences.map((one) => one.kind)).toContain(kind);
});

it.each<[string, Partial<PaidOrder>]>([
  ['order-amount', { orderPaidCents: 100 }],
  ['order-amount', { orderCurrency: 'NZD' }],
  [
    'order-refund',
    { orderRefunds: [{ id: 'r1', cents: 100, at: '2026-03-02T09:00:00.000Z', state: 'succeeded' }] },
  ],
])('[PY8] it finds an order that differs from its payment: %s %j', async (kind, changes) => {
  const { run, changeOrder } = await createWorld();
  await changeOrder(changes);
  const { exitCode, out } = await run(['payments', 'check', '--json']);
  expect([exitCode, JSON.parse(out)]).toMatchObject([9, { differences: [{ kind }] }]);
});

it('[PY8] it finds a paid payment without an order', async () => {
  const { run, open, act, fillDisk } = await createWorld();
  fillDisk();
  await act(open, 'pay');
  expect(await run(['payments', 'check'])).toMatchObject({
    exitCode: 9,
    err: expect.stringContaining('1 difference'),
    out: expect.stringContaining('order-missing'),
  });
});

it('[PY8] it compares a payment that was started long ago and paid since', async () => {
  const { run, open, act, clock, says } = await createWorld();
  await act(open, 'pay-later');
  clock.advance(31 * DAY);
  await act(open, 'succeed');
  expect((await run(['payments', 'check'])).err).toContain('2 payment links, 1 payment.');
  says.retrieveSession = async () => undefined;
  expect((await run(['payments', 'check'])).out).toContain('session-missing');
});

it('[PY8] it finds a paid session that the provider does not have, and looks back as far as it is told', async () => {
  const { run, says, clock } = await createWorld();
  says.listSessions = async function* none() {};
  says.retrieveSession = async () => undefined;
  expect(await run(['payments', 'check'])).toMatchObject({
    exitCode: 9,
    out: expect.stringContaining('session-missing'),
  });
  clock.advance(8 * DAY);
  expect(await run(['payments', 'check', '--since', '7d'])).toMatchObject({ exitCode: 0 });
  expect(await run(['payments', 'check', '--since', 'soon'])).toMatchObject({ exitCode: 2 });
});

it('[PY8] a provider that can’t be reached ends it with exit code 7', async () => {
  const { run, says } = await createWorld();
  says.product = async () => {
    throw new AppError('unavailable', 'The payment service does not answer.');
  };
  expect(await run(['payments', 'check'])).toMatchObject({
    exitCode: 7,
    err: expect.stringContaining('does not answer'),
  });
});
