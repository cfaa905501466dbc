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

/** A world in which the provider returns a session in a given state, regardless of the simulator. */
async function worldWith(changes: Partial<GatewaySession>, store?: PaymentWorld['store']) {
  const facts = { ...changes };
  const world = createPaymentWorld({
    ...(store ? { store } : {}),
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
      const { world, id } = await worldWith(PAID);
      const { fulfilledAt, ...end } = await play(
        world,
        id,
        order.map((index) => make(id)[index] ?? {}),
      );
      expect(end).toMatchObject({ status: 'refunded', sessionId: id, totalCents: 2_499_000 });
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
    expect(await world.statusOf(id)).toBe('open');
    await world.deliver(sessionEvent(FAILED, id));
    expect(await world.statusOf(id)).toBe('failed');
    Object.assign(facts, PAID);
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
  ])('[T36] paid with %s, the order keeps its state and waits for review', async (_what, altered) => {
    const { world, id } = await worldWith({ ...PAID, ...altered });
    expect((await world.deliver(sessionEvent(COMPLETED, id))).status).toBe(200);
    expect(await world.statusOf(id)).toBe('open');
    expect((await world.store.findBySession(id))?.review).toBeTruthy();
    expect(world.errors).toEqual([expect.objectContaining({ session: id })]);
    expect(world.mails).toEqual([]);
  });

  it('[T34] a partial refund keeps the order paid and waits for review', async () => {
    const { world, id } = await worldWith(PAID);
    await world.deliver(sessionEvent(COMPLETED, id));
    await world.deliver(refundEvent('pi_1', false));
    expect(await world.store.findBySession(id)).toMatchObject({ status: 'paid', review: 'refunded in part' });
  });

  it('[T34] events of other types and of sessions unknown to the provider change nothing', async () => {
    const { world } = await worldWith(PAID);
    for (const event of [
      { id: 'evt_1', object: 'event', type: 'customer.created', livemode: false, data: { object: {} } },
      sessionEvent(COMPLETED, 'cs_unknown'),
    ]) {
      const response = await world.deliver(event);
      expect([response.status, await response.json()]).toEqual([200, { received: true, outcome: 'ignored' }]);
    }
  });
});

describe('deliveries at bad moments', () => {
  it('[F71] an event that arrives before the response of the session’s creation still reaches its payment', async () => {
    let early: Promise<unknown> | undefined;
    const world: PaymentWorld = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        async createCheckoutSession(request) {
          const session = await gateway.createCheckoutSession(request);
          // Paid and delivered before the shop gets the response.
          early ??= world.pay(session.id);
          await early;
          return session;
        },
      }),
    });
    const { id } = await world.checkOut();
    expect(await world.statusOf(id)).toBe('paid');
    expect(await world.store.findBySession(id)).toMatchObject({ owner: 'device:device-1' });
    expect(world.mails).toHaveLength(1);
  });

  it('[F75] a delivery fails while the provider is unreachable, and the retry succeeds', async () => {
    const { world, id } = await worldWith(PAID);
    world.breakProvider(500);
    expect((await world.deliver(sessionEvent(COMPLETED, id))).status).toBe(503);
    world.breakProvider(undefined);
    expect((await world.deliver(sessionEvent(COMPLETED, id))).status).toBe(200);
    expect(await world.statusOf(id)).toBe('paid');
  });

  it('[F78] polling sessions that have been open for an hour makes up for lost webhooks', async () => {
    const world = createPaymentWorld();
    world.loseWebhooks();
    const { id } = await world.checkOut();
    await world.pay(id);
    await world.webhooks.reconcile();
    expect(await world.statusOf(id)).toBe('open');
    world.clock.advance(3_600_001);
    await world.webhooks.reconcile();
    expect(await world.statusOf(id)).toBe('paid');
    expect(world.mails).toHaveLength(1);
  });

  it('[T34] [ML1] a mail that failed is sent once, a minute later', async () => {
    const { world, id } = await worldWith(PAID);
    const { push } = world.mails;
    world.mails.push = () => {
      throw new Error('The mail server is down.');
    };
    expect((await world.deliver(sessionEvent(COMPLETED, id))).status).toBe(200);
    expect(await world.statusOf(id)).toBe('paid');
    world.mails.push = push;
    await world.deliver(sessionEvent(SUCCEEDED, id));
    await world.webhooks.reconcile();
    expect(world.mails).toHaveLength(0);
    world.clock.advance(60_000);
    world.sendMails();
    await expect.poll(() => world.mails.length).toBe(1);
    world.clock.advance(60_000);
    world.sendMails();
    await world.deliver(sessionEvent(COMPLETED, id, 'evt_again'));
    expect(world.mails).toHaveLength(1);
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
