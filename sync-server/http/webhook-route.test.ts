import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GatewaySession } from '#server/payments/payment-gateway.ts';
import {
  createPaymentWorld,
  refundEvent,
  sessionEvent,
  type PaymentWorld,
} from '../../tests/support/payment-world.ts';

const COMPLETED = 'checkout.session.completed';
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const FAILED = 'checkout.session.async_payment_failed';
const EXPIRED = 'checkout.session.expired';

const TOTAL = 2_499_000;

/** A world in which the provider returns a session in a given state, regardless of the simulator. */
async function worldWith(changes: Partial<GatewaySession>) {
  const facts = { ...changes };
  const world = createPaymentWorld({
    wrapGateway: (gateway) => ({
      ...gateway,
      retrieveSession: async (id) => {
        const session = await gateway.retrieveSession(id);
        return session && { ...session, ...facts };
      },
      findSessionOfPayment: async () => {
        const session = await gateway.retrieveSession(id);
        return session && { ...session, ...facts };
      },
    }),
  });
  const { id } = await world.checkOut();
  return { world, id, facts };
}

const PAID: Partial<GatewaySession> = {
  state: 'complete',
  isPaid: true,
  paymentIntent: 'pi_1',
  email: 'buyer@example.com',
};

describe('a signed delivery', () => {
  it('[R-PAY-03] [F73] paying on the hosted page confirms the order without a visit to /success', async () => {
    const world = createPaymentWorld();
    const { id } = await world.checkOut();
    const response = await world.pay(id);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`http://localhost:8787/success?session_id=${id}`);
    expect(await world.statusOf(id)).toBe('paid');
    expect(world.mails).toEqual([
      expect.objectContaining({ to: 'buyer@example.com', text: expect.stringContaining('$24,990.00') }),
    ]);
  });

  it('[T33] forged, altered, old and future deliveries are rejected and change nothing', async () => {
    const { world, id } = await worldWith(PAID);
    const event = sessionEvent(COMPLETED, id);
    const now = world.clock.now();
    const responses = [
      await world.deliver(event, { secret: 'whsec_wrong' }),
      await world.deliver(event, { body: JSON.stringify({ ...event, extra: 1 }) }),
      await world.deliver(event, { at: now - 301_000 }),
      await world.deliver(event, { at: now + 302_000 }),
      await world.app.request('/api/v1/webhooks/stripe', { method: 'POST', body: JSON.stringify(event) }),
      await world.deliver({ ...event, livemode: true }),
      await world.deliver({ ...event, padding: 'x'.repeat(256 * 1024) }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 413]);
    expect(await world.statusOf(id)).toBe('open');
    expect(world.mails).toEqual([]);
  });

  it.each(['null', '[]', '"paid"', '7', 'true', '{}', '{"id":"evt_1","type":7,"livemode":false}'])(
    '[T33] a correctly signed %s is refused as no event',
    async (body) => {
      const world = createPaymentWorld();
      const response = await world.deliver(JSON.parse(body) as object);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid-argument' } });
      expect(world.errors).toEqual([]);
    },
  );

  it.each([
    ['a session event without a session', { type: COMPLETED }],
    ['a session event with a number as its session', { type: EXPIRED, data: { object: { id: 7 } } }],
    ['a refund without a charge', { type: 'charge.refunded', data: null }],
  ])('[T33] %s is refused as no event', async (_what, event) => {
    const world = createPaymentWorld();
    const response = await world.deliver({ id: 'evt_1', livemode: false, ...event });
    expect(response.status).toBe(400);
    expect(world.errors).toEqual([]);
  });

  it.each([
    ['of test mode under a live key', { livemode: false }],
    ['of a connected account', { livemode: true, account: 'acct_1' }],
  ])('[T33] an event %s is answered, noted in the log and applied to nothing', async (_what, foreign) => {
    const world = createPaymentWorld({ providerKey: 'sk_live_4eC39HqLyjWDarjt' });
    const { id } = await world.checkOut();
    world.loseWebhooks();
    await world.pay(id);
    const event = sessionEvent(COMPLETED, id, 'evt_1');
    const response = await world.deliver({ ...event, ...foreign });
    expect([response.status, await response.json()]).toEqual([200, { received: true, outcome: 'ignored' }]);
    expect(world.warnings).toEqual([expect.objectContaining({ event: 'evt_1', ...foreign })]);
    expect([await world.statusOf(id), world.mails, await world.store.findEvent('evt_1')]).toEqual([
      'open',
      [],
      undefined,
    ]);
    await world.deliver({ ...event, livemode: true });
    expect(await world.statusOf(id)).toBe('paid');
  });

  it('[T33] [F72] a delivery signed with the previous secret just within the tolerance is accepted', async () => {
    const { world, id } = await worldWith(PAID);
    const at = world.clock.now() - 299_000;
    expect((await world.deliver(sessionEvent(COMPLETED, id), { secret: 'whsec_before', at })).status).toBe(
      200,
    );
    expect(await world.statusOf(id)).toBe('paid');
  });

  it('[F69] ten simultaneous deliveries give one fulfilment and one mail', async () => {
    const { world, id } = await worldWith(PAID);
    const event = sessionEvent(COMPLETED, id);
    const responses = await Promise.all(Array.from({ length: 10 }, () => world.deliver(event)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await world.statusOf(id)).toBe('paid');
    expect(world.mails).toHaveLength(1);
  });

  it('[T34] [F70] five events in any order, with repeats, give the same payment, one fulfilment and one mail', async () => {
    const seed = Date.now() % 1_000_000;
    const make = (id: string): object[] => [
      sessionEvent(COMPLETED, id),
      sessionEvent(SUCCEEDED, id),
      sessionEvent(FAILED, id),
      sessionEvent(EXPIRED, id),
      refundEvent('pi_1'),
    ];
    const all = permutations([0, 1, 2, 3, 4]);
    expect(all).toHaveLength(120);
    const repeats = fc.array(fc.nat(4), { maxLength: 5 });
    const orders = fc.tuple(fc.constantFrom(...all), repeats);
    const check = async (order: readonly number[]) => {
      const { world, id } = await worldWith({ ...PAID, refundedCents: TOTAL });
      const { fulfilledAt, ...end } = await play(
        world,
        id,
        order.map((index) => make(id)[index] ?? {}),
      );
      expect(end).toMatchObject({ status: 'refunded', sessionId: id, totalCents: TOTAL });
      expect(fulfilledAt).toBeTypeOf('number');
      expect(world.mails).toHaveLength(1);
    };
    for (const order of all) await check(order);
    // fast-check prints the seed and the counterexample of a failure.
    await fc.assert(
      fc.asyncProperty(orders, ([order, again]) => check([...order, ...again])),
      { seed, numRuns: 60 },
    );
  });

  it('[T34] without a refund any order of the other events ends paid, and without a payment it never does', async () => {
    const types = [COMPLETED, SUCCEEDED, FAILED, EXPIRED];
    for (const order of permutations([0, 1, 2, 3])) {
      const paid = await worldWith(PAID);
      const events = (id: string) => order.map((index) => sessionEvent(types[index] ?? '', id));
      expect(await play(paid.world, paid.id, events(paid.id))).toMatchObject({
        status: 'paid',
      });
      expect(paid.world.mails).toHaveLength(1);
      const unpaid = await worldWith({ state: 'expired', isPaid: false });
      expect(await play(unpaid.world, unpaid.id, events(unpaid.id))).toMatchObject({
        status: 'expired',
      });
      expect(unpaid.world.mails).toEqual([]);
    }
  });

  it('[T34] a failed payment can still succeed, and a successful one cannot fail', async () => {
    const { world, id, facts } = await worldWith({ state: 'complete', isPaid: false });
    await world.deliver(sessionEvent(COMPLETED, id));
    expect(await world.statusOf(id)).toBe('processing');
    Object.assign(facts, { hasFailed: true });
    await world.deliver(sessionEvent(FAILED, id));
    expect(await world.statusOf(id)).toBe('failed');
    Object.assign(facts, PAID, { hasFailed: false });
    await world.deliver(sessionEvent(SUCCEEDED, id));
    expect(await world.statusOf(id)).toBe('paid');
    await world.deliver(sessionEvent(FAILED, id, 'evt_late'));
    expect(await world.statusOf(id)).toBe('paid');
  });

  it.each([
    ['another sum', { totalCents: 100 }],
    ['another currency', { currency: 'IDR' }],
    ['other lines', { lines: [{ priceId: 'price_demo_trainer-pack', quantity: 1 }] }],
    ['another quantity', { lines: [{ priceId: 'price_demo_recon-vtol', quantity: 2 }] }],
  ])('[T36] [PY13] paid with %s, the payment is held, and the shop gets one mail', async (_what, altered) => {
    const { world, id } = await worldWith({ ...PAID, ...altered });
    expect((await world.deliver(sessionEvent(COMPLETED, id))).status).toBe(200);
    await world.deliver(sessionEvent(SUCCEEDED, id));
    expect(await world.statusOf(id)).toBe('held');
    const payment = await world.store.findBySession(id);
    expect(payment?.review).toBeTruthy();
    expect(world.errors).toEqual([expect.objectContaining({ session: id })]);
    expect(world.mails).toEqual([]);
    expect(world.shopMails).toEqual([
      expect.objectContaining({
        subject: expect.stringMatching(/^Order \S+ is held$/),
        text: expect.stringContaining(payment?.review ?? ''),
      }),
    ]);
  });

  it('[T34] a partial refund keeps the payment paid, with what was given back', async () => {
    const { world, id, facts } = await worldWith(PAID);
    await world.deliver(sessionEvent(COMPLETED, id));
    Object.assign(facts, { refundedCents: 100 });
    await world.deliver(refundEvent('pi_1'));
    expect(await world.store.findBySession(id)).toMatchObject({ status: 'paid', refundedCents: 100 });
  });

  it('[T34] events of other types and of sessions unknown to the provider change nothing', async () => {
    const { world } = await worldWith(PAID);
    const other = { id: 'evt_1', object: 'event', type: 'customer.created', livemode: false };
    const deliveries = [
      [{ ...other, data: { object: {} } }, 'ignored'],
      [sessionEvent(COMPLETED, 'cs_unknown', 'evt_2'), 'received'],
    ] as const;
    for (const [event, outcome] of deliveries) {
      const response = await world.deliver(event);
      expect([response.status, await response.json()]).toEqual([200, { received: true, outcome }]);
    }
    expect(await world.store.findEvent('evt_1')).toBeUndefined();
    expect(await world.store.findEvent('evt_2')).toMatchObject({ state: 'ignored' });
  });
});

async function play(world: PaymentWorld, id: string, events: readonly object[]) {
  for (const event of events) expect((await world.deliver(event)).status).toBe(200);
  const payment = await world.store.findBySession(id);
  if (!payment) throw new Error('The payment is gone.');
  return payment;
}

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
