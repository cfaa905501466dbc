import { expect, it } from 'vitest';
import type { GatewaySession, PaymentGateway } from '#server/payments/payment-gateway.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
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
  const server = createCoreServer(undefined, clock, {
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
  const { id } = await start('kestrel');
  await start('heron');
  await app.request(`/test-payment/${id}/pay`, { method: 'POST' });
  await payments.events.idle();
  const { run } = createCliWorld({ NANKEEN_TOKEN: ADMIN_TOKEN }, server);
  return { run, clock, products, says };
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

it('[PY8] it finds a paid session that the provider does not list, and looks back as far as it is told', async () => {
  const { run, says, clock } = await createWorld();
  says.listSessions = async function* none() {};
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
