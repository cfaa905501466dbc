import { beforeEach, describe, expect, it } from 'vitest';
import { toOrderNumber } from '#shared/domain/order-number.ts';
import type { ErrorBody } from '#shared/kernel/app-error.ts';
import { createPaymentWorld, product, SHOP, type PaymentWorld } from '../../tests/support/payment-world.ts';

let world: PaymentWorld;
beforeEach(() => void (world = createPaymentWorld()));

const LINE = { price: 'price_demo_recon-vtol', quantity: 1 };
const start = (body: unknown) => world.post('/api/v1/checkout/sessions', body);
const errorOf = async (response: Response) => ((await response.json()) as ErrorBody).error;

describe('starting a payment', () => {
  it('[R-PAY-01] [R-CAL-13] lines of price id and quantity open a hosted page', async () => {
    const { id, url } = await world.checkOut([LINE, { price: 'price_demo_trainer-pack', quantity: 10 }]);
    expect(url).toBe(`${SHOP}/test-payment/${id}`);
    expect(await world.statusOf(id)).toBe('open');
    expect(await world.store.findBySession(id)).toMatchObject({
      status: 'open',
      totalCents: 2_499_000 + 24_900,
      currency: 'AUD',
      owner: 'device:device-1',
    });
    expect((await world.gateway.retrieveSession(id))?.totalCents).toBe(2_523_900);
  });

  it('[R-SUC-01] the session id gives access to its order, with the number that the mail has too', async () => {
    const { id } = await world.checkOut([
      { ...LINE, quantity: 2 },
      { price: 'price_demo_trainer-pack', quantity: 1 },
    ]);
    await world.pay(id, 'ada@example.com');
    const status = await (await world.app.request(`/api/v1/checkout/sessions/${id}`)).json();
    const payment = await world.store.findBySession(id);
    expect(status).toEqual({
      id,
      status: 'paid',
      mail: 'sent',
      order: {
        orderNumber: toOrderNumber(payment?.id ?? ''),
        currency: 'AUD',
        totalCents: 5_000_490,
        lines: [
          { productId: 'recon-vtol', name: 'recon-vtol', quantity: 2, unitCents: 2_499_000 },
          { productId: 'trainer-pack', name: 'trainer-pack', quantity: 1, unitCents: 2490 },
        ],
      },
    });
    const orderNumber = toOrderNumber(payment?.id ?? '');
    expect(world.mails[0]?.subject).toBe(`Your Nankeen order ${orderNumber}`);
    expect(world.mails[0]?.text).toContain(`Order number: ${orderNumber}`);
  });

  it.each([
    ['a price id of no product', [LINE, { price: 'price_foreign', quantity: 1 }], 'lines[1].price'],
    ['a product without a readable price', [{ price: 'price_demo_no-price', quantity: 1 }], 'lines[0].price'],
    [
      'eleven in two lines',
      [
        { ...LINE, quantity: 6 },
        { ...LINE, quantity: 5 },
      ],
      'lines[1].quantity',
    ],
  ])('[T32] %s is rejected, and the provider is not called', async (_what, lines, path) => {
    const response = await start({ lines });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'invalid-argument', path });
    expect(world.providerCalls).toEqual([]);
  });

  it.each([0, 11, -1, 1.5, '1', null])('[T32] [R-CST-01] a quantity of %j is rejected', async (quantity) => {
    const response = await start({ lines: [{ ...LINE, quantity }] });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'invalid-argument' });
  });

  it.each([
    { lines: [] },
    { lines: [{ ...LINE, amount: 1 }] },
    { lines: [{ ...LINE, unit_amount: 1 }] },
    { lines: [LINE], total: 1 },
    { lines: [LINE], currency: 'IDR' },
    {},
    [],
    'text',
  ])('[T32] a body without lines or with other fields is rejected: %j', async (body) => {
    expect((await start(body)).status).toBe(400);
  });

  it('[T32] a product deleted after it was added to the cart cannot be paid for', async () => {
    world.products.splice(0, 1);
    expect((await start({ lines: [LINE] })).status).toBe(400);
  });

  it('[F77] a session whose price differs at the provider is never offered, and its page is closed', async () => {
    let paid = '';
    world = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        async createCheckoutSession(request) {
          const session = await gateway.createCheckoutSession(request);
          paid = session.id;
          return { ...session, totalCents: session.totalCents + 100 };
        },
      }),
    });
    const response = await start({ lines: [LINE] });
    expect(response.status).toBe(409);
    expect(await errorOf(response)).toMatchObject({ code: 'aborted', reason: 'PRICE_CHANGED' });
    expect(await world.gateway.retrieveSession(paid)).toMatchObject({ state: 'expired' });
    expect(world.errors).toHaveLength(1);
  });
});

describe('clicking twice', () => {
  it('[F76] a double click and a second tab share one session', async () => {
    const sessions = await Promise.all([world.checkOut(), world.checkOut(), world.checkOut()]);
    expect(new Set(sessions.map(({ url }) => url)).size).toBe(1);
    expect(await world.checkOut()).toEqual(sessions[0]);
    expect(world.providerCalls).toEqual(['POST /v1/checkout/sessions']);
  });

  it('[F76] other lines, another device and a later hour each get another session, and a changed price never the earlier one', async () => {
    const first = await world.checkOut();
    const others = [await world.checkOut([{ ...LINE, quantity: 2 }])];
    world.actAs('device-2');
    others.push(await world.checkOut());
    world.actAs('device-1');
    world.products[0] = product('recon-vtol', '25990.00');
    await expect(world.checkOut()).rejects.toThrow('PRICE_CHANGED');
    world.products[0] = product('recon-vtol');
    world.clock.advance(3_600_000);
    others.push(await world.checkOut());
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
  });

  it('[R-ROL-01] two indistinguishable visitors never share a session', async () => {
    world.actAs(undefined);
    const [one, other] = [await world.checkOut(), await world.checkOut()];
    expect(one.id).not.toBe(other.id);
  });

  it('[F76] a paid session is not reused: the next click opens a new one', async () => {
    const first = await world.checkOut();
    await world.pay(first.id);
    expect((await world.checkOut()).id).not.toBe(first.id);
  });
});

describe('when the provider fails', () => {
  it.each([500, 503, 429])(
    '[F75] a provider status %i becomes unavailable with Retry-After, and the retry creates one session',
    async (status) => {
      world.breakProvider(status);
      const response = await start({ lines: [LINE] });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await errorOf(response)).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('Nothing was charged'),
      });
      world.breakProvider(undefined);
      const { id } = await world.checkOut();
      expect(await world.checkOut()).toMatchObject({ id });
    },
  );

  it('[T35] the success page of a session that nobody paid says so; nothing is ordered or mailed', async () => {
    const { id } = await world.checkOut();
    const response = await world.app.request(`/api/v1/checkout/sessions/${id}`);
    expect(await response.json()).toMatchObject({ status: 'open', mail: 'none' });
    expect((await world.store.findBySession(id))?.fulfilledAt).toBeUndefined();
    expect([await world.mailsWaiting(), world.mails, world.shopMails]).toEqual([0, [], []]);
  });

  it('[T35] an unknown session id has the status unknown, and the query stores nothing', async () => {
    expect(await world.statusOf('cs_test_invented')).toBe('unknown');
    expect(await world.store.findBySession('cs_test_invented')).toBeUndefined();
    expect((await world.app.request('/api/v1/checkout/sessions/a%20b')).status).toBe(400);
  });
});
