import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { createPaymentWorld, sessionEvent, type PaymentWorld } from '../../tests/support/payment-world.ts';

const COMPLETED = 'checkout.session.completed';
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const MANY = { perHour: 9999, perHourOfNetwork: 9999 };

/** Passes time, then applies what is due. */
async function pass(world: PaymentWorld, ms: number): Promise<void> {
  world.clock.advance(ms);
  world.payments.events.wake();
  await world.payments.events.idle();
}

async function look(world: PaymentWorld): Promise<void> {
  await world.payments.events.look();
  await world.payments.events.idle();
}

describe('payment events at bad moments', () => {
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

  it('[F75] [PY1] an event is stored while the provider is unreachable, and applied five seconds later', async () => {
    const world = createPaymentWorld();
    world.loseWebhooks();
    const { id } = await world.checkOut();
    await world.pay(id);
    world.breakProvider(500);
    expect((await world.deliver(sessionEvent(COMPLETED, id))).status).toBe(200);
    expect(await world.statusOf(id)).toBe('open');
    world.breakProvider(undefined);
    await pass(world, 4_999);
    expect(await world.statusOf(id)).toBe('open');
    await pass(world, 1);
    expect(await world.statusOf(id)).toBe('paid');
  });

  it('[PY1] the webhook is answered while the provider says nothing', async () => {
    let respond = () => undefined as void;
    const silence = new Promise<void>((resolve) => void (respond = resolve));
    const world = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        retrieveSession: (id) => silence.then(() => gateway.retrieveSession(id)),
      }),
    });
    const { id } = await world.checkOut();
    const outcome = await world.receive(sessionEvent(COMPLETED, id));
    expect([outcome.status, await world.store.findEvent(`evt_${COMPLETED}_${id}`)]).toMatchObject([
      200,
      { state: 'received', source: 'webhook' },
    ]);
    respond();
    await world.payments.events.idle();
    expect(await world.store.findEvent(`evt_${COMPLETED}_${id}`)).toMatchObject({ state: 'applied' });
  });

  it('[PY1] an event that can’t be applied waits longer each time, holds up no other, and needs review after three days', async () => {
    const failing = new Set<string>();
    const world = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        async retrieveSession(id) {
          if (failing.has(id)) throw new AppError('unavailable', 'not today');
          return gateway.retrieveSession(id);
        },
      }),
    });
    const { id } = await world.checkOut();
    failing.add(id);
    await world.deliver(sessionEvent(COMPLETED, id, 'evt_bad'));
    const times = [world.clock.now()];
    while ((await world.store.findEvent('evt_bad'))?.state === 'received') {
      const { nextAt = 0 } = (await world.store.findEvent('evt_bad')) ?? {};
      times.push(nextAt);
      await pass(world, nextAt - world.clock.now());
    }
    const pauses = times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 1000);
    expect(pauses.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
    expect(world.clock.now() - (times[0] ?? 0)).toBeGreaterThan(3 * 24 * 3_600_000 - 600_001);
    expect(await world.store.findEvent('evt_bad')).toMatchObject({ state: 'review', error: 'not today' });
    expect(world.errors).toEqual([expect.objectContaining({ event: 'evt_bad' })]);
    const next = await world.checkOut([{ price: 'price_demo_trainer-pack', quantity: 1 }]);
    await world.pay(next.id);
    expect(await world.statusOf(next.id)).toBe('paid');
  });

  it('[F78] [PY3] events that the webhook did not get are found in the provider’s list, once', async () => {
    const world = createPaymentWorld();
    world.loseWebhooks();
    const { id } = await world.checkOut();
    await world.pay(id);
    await look(world);
    expect(await world.statusOf(id)).toBe('paid');
    expect(world.mails).toHaveLength(1);
    world.clock.advance(600_000);
    await look(world);
    expect(world.mails).toHaveLength(1);
    expect(await world.store.listedUntil()).toBe(world.clock.now());
  });

  it('[PY1] [PY3] an event that is delivered while the list is read is applied once', async () => {
    const world = createPaymentWorld({ isRemote: true });
    world.loseWebhooks();
    const { id } = await world.checkOut();
    await world.act(id, 'pay', { email: 'buyer@example.com' });
    const [event = {}] = await world.simulated.listEvents({
      since: 0,
      types: [],
      after: undefined,
      limit: 1,
    });
    await Promise.all([world.deliver(event), world.deliver(event), look(world)]);
    const { webhook, list } = await world.store.countEvents(0);
    expect([webhook + list, await world.statusOf(id)]).toEqual([1, 'paid']);
    await expect.poll(() => world.mails.length).toBe(1);
    expect(world.errors).toEqual([]);
  });

  it('[PY3] after two days without the webhook one look finds every one of 250 payments', async () => {
    const world = createPaymentWorld({ checkoutLimits: MANY });
    await look(world);
    world.loseWebhooks();
    const sessions: string[] = [];
    for (let count = 0; count < 250; count++) {
      world.actAs(`device-${count}`);
      const { id } = await world.checkOut();
      await world.pay(id);
      sessions.push(id);
      world.clock.advance((2 * 24 * 3_600_000) / 250);
    }
    await look(world);
    const statuses = await Promise.all(sessions.map((id) => world.statusOf(id)));
    expect(new Set(statuses)).toEqual(new Set(['paid']));
    expect(world.mails).toHaveLength(250);
  });

  it('[F78] [PY3] a running server reads the list every ten minutes by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const world = createPaymentWorld();
    world.loseWebhooks();
    const wait = async (ms: number) => {
      world.clock.advance(ms);
      await vi.advanceTimersByTimeAsync(ms);
    };
    world.payments.start();
    await wait(10_000);
    await expect.poll(world.store.listedUntil).toBe(world.clock.now());
    const { id } = await world.checkOut();
    await world.pay(id);
    const lists = () => world.providerCalls.filter((call) => call === 'GET /v1/events').length;
    const before = lists();
    await wait(599_999);
    expect([await world.statusOf(id), lists()]).toEqual(['open', before]);
    await wait(1);
    await expect.poll(() => world.statusOf(id)).toBe('paid');
    await wait(600_000);
    await expect.poll(lists).toBe(before + 2);
    expect(world.mails).toHaveLength(1);
    await world.close();
  });

  it('[F78] [PY3] sessions that have been open for an hour are asked about, where the list says nothing', async () => {
    const world = createPaymentWorld({
      wrapGateway: (gateway) => ({ ...gateway, async *listEvents() {} }),
    });
    world.loseWebhooks();
    const { id } = await world.checkOut();
    await world.pay(id);
    await look(world);
    expect(await world.statusOf(id)).toBe('open');
    world.clock.advance(3_600_001);
    await look(world);
    expect(await world.statusOf(id)).toBe('paid');
    expect(world.mails).toHaveLength(1);
  });

  it('[PY3] fifty payments that the provider does not know hold up no other, and need review after three looks', async () => {
    const unknown = new Set<string>();
    const world = createPaymentWorld({
      checkoutLimits: MANY,
      wrapGateway: (gateway) => ({
        ...gateway,
        retrieveSession: async (id) => (unknown.has(id) ? undefined : gateway.retrieveSession(id)),
        async *listEvents() {},
      }),
    });
    world.loseWebhooks();
    for (let count = 0; count < 50; count++) {
      world.actAs(`device-${count}`);
      unknown.add((await world.checkOut()).id);
    }
    world.clock.advance(1);
    world.actAs('device-last');
    const { id } = await world.checkOut();
    await world.pay(id);
    world.clock.advance(3_600_001);
    await look(world);
    world.clock.advance(600_000);
    await look(world);
    expect(await world.statusOf(id)).toBe('paid');
    for (let looks = 0; looks < 2; looks++) {
      world.clock.advance(600_000);
      await look(world);
    }
    const payments = await Promise.all([...unknown].map((one) => world.store.findBySession(one)));
    const review = 'the provider does not know this payment';
    expect(payments).toEqual(payments.map(() => expect.objectContaining({ status: 'failed', review })));
    expect(await world.store.listOpen(world.clock.now(), 100)).toEqual([]);
  });

  it('[PY9] a session that its payment does not know yet is found by the reference the shop gave it', async () => {
    const world = createPaymentWorld();
    const { id } = await world.checkOut();
    const session = await world.gateway.retrieveSession(id);
    const payment = await world.store.findBySession(id);
    expect(session?.reference).toBe(payment?.id);
  });

  it('[PY9] [T36] a payment link’s session that names another payment does not become that payment', async () => {
    let reference: string | undefined;
    const world = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        async retrieveSession(id) {
          const session = await gateway.retrieveSession(id);
          return session && { ...session, reference: session.reference ?? reference };
        },
      }),
    });
    const own = await world.checkOut();
    reference = (await world.store.findBySession(own.id))?.id;
    const opened = await world.app.request('/test-payment/links/plink_demo_recon-vtol');
    const linked = opened.headers.get('location')?.split('/').at(-1) ?? '';
    await world.pay(linked);
    expect(await world.statusOf(own.id)).toBe('open');
    expect(await world.statusOf(linked)).toBe('paid');
    expect((await world.store.findBySession(linked))?.id).not.toBe(reference);
  });

  it('[T34] [ML1] a mail that failed is sent once, a minute later', async () => {
    const world = createPaymentWorld();
    world.loseWebhooks();
    const { id } = await world.checkOut();
    await world.pay(id);
    const { push } = world.mails;
    world.mails.push = () => {
      throw new Error('The mail server is down.');
    };
    expect((await world.deliver(sessionEvent(COMPLETED, id))).status).toBe(200);
    expect(await world.statusOf(id)).toBe('paid');
    world.mails.push = push;
    await world.deliver(sessionEvent(SUCCEEDED, id));
    await look(world);
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
