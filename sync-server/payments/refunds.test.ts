import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import type { PaymentGateway } from '#server/payments/payment-gateway.ts';
import {
  createPaymentWorld,
  SHOP,
  type PaymentWorld,
  type PaymentWorldOptions,
} from '../../tests/support/payment-world.ts';

const TOTAL = 2_499_000;

async function worldWithOrder(options?: PaymentWorldOptions) {
  const world = createPaymentWorld(options);
  const { id: session } = await world.checkOut();
  await world.pay(session);
  const payment = await world.store.findBySession(session);
  return { world, session, id: payment?.id ?? '' };
}

const ask = (world: PaymentWorld, order: string, cents: number, id = createId()) =>
  world.payments.refunds.ask(order, { id, cents, reason: 'Damaged in transport' }, 'mia@example.com');

/** A gateway that makes the first refund, but fails afterwards. */
function loseFirstAnswer(gateway: PaymentGateway): PaymentGateway {
  let isLost = true;
  return {
    ...gateway,
    async refund(request) {
      const made = await gateway.refund(request);
      if (!isLost) return made;
      isLost = false;
      throw new Error('The answer was lost.');
    },
  };
}

async function refundsOf(world: PaymentWorld, id: string) {
  const order = (await world.documents.read({ collection: 'orders', id }))?.data as unknown as PaidOrder;
  return order.orderRefunds.map(({ cents, state }) => [cents, state]);
}

const refundCalls = (world: PaymentWorld) =>
  world.providerCalls.filter((call) => call === 'POST /v1/refunds').length;

describe('giving money back', () => {
  it('[PY4] a partial refund and the rest both show in the order, and the buyer gets one mail for each', async () => {
    const { world, session, id } = await worldWithOrder();
    expect(await ask(world, id, 9_000)).toMatchObject({ state: 'succeeded', by: 'mia@example.com' });
    await ask(world, id, TOTAL - 9_000);
    await world.payments.events.idle();
    expect(await refundsOf(world, id)).toEqual([
      [9_000, 'succeeded'],
      [TOTAL - 9_000, 'succeeded'],
    ]);
    expect(await world.store.findBySession(session)).toMatchObject({
      status: 'refunded',
      refundedCents: TOTAL,
    });
    const subjects = world.mails.map(({ subject }) => subject).filter((one) => one.includes('refunded'));
    expect(subjects).toHaveLength(2);
    const { differences } = await world.payments.check(0);
    expect(differences.filter(({ kind }) => kind.startsWith('payment'))).toEqual([]);
  });

  it('[PY4] more than what is left is refused with its reason, and nothing is moved', async () => {
    const { world, id } = await worldWithOrder();
    await ask(world, id, 9_000);
    const calls = refundCalls(world);
    await expect(ask(world, id, TOTAL - 8_999)).rejects.toMatchObject({
      code: 'invalid-argument',
      reason: 'refund-too-large',
    });
    await expect(ask(world, 'none', 1)).rejects.toMatchObject({ code: 'not-found' });
    expect(refundCalls(world)).toBe(calls);
  });

  it('[PY4] asking twice with one id gives the money back once', async () => {
    const { world, id } = await worldWithOrder();
    const refund = createId();
    await Promise.all([ask(world, id, 9_000, refund), ask(world, id, 9_000, refund)]);
    await ask(world, id, 9_000, refund);
    expect(await refundsOf(world, id)).toEqual([[9_000, 'succeeded']]);
    expect(await world.store.find(id)).toMatchObject({ refundedCents: 9_000 });
  });

  it('[PY4] while the provider is unreachable the refund stays asked, and is sent at the next look', async () => {
    const { world, id } = await worldWithOrder();
    world.breakProvider(500);
    expect(await ask(world, id, 9_000)).toMatchObject({ state: 'asked' });
    expect(await refundsOf(world, id)).toEqual([[9_000, 'asked']]);
    await expect(ask(world, id, TOTAL)).rejects.toMatchObject({ reason: 'refund-too-large' });
    world.breakProvider(undefined);
    await world.payments.events.look();
    expect(await refundsOf(world, id)).toEqual([[9_000, 'succeeded']]);
  });

  it('[PY4] a refund whose answer was lost is not made a second time', async () => {
    const { world, id } = await worldWithOrder({ wrapGateway: loseFirstAnswer });
    await expect(ask(world, id, 9_000)).rejects.toThrow('The answer was lost.');
    await world.payments.events.look();
    expect(await refundsOf(world, id)).toEqual([[9_000, 'succeeded']]);
    expect(await world.store.find(id)).toMatchObject({ refundedCents: 9_000 });
  });

  it('[PY4] a refund whose answer was lost is not made a second time a day later, when its idempotency key has expired', async () => {
    const { world, session, id } = await worldWithOrder({ wrapGateway: loseFirstAnswer });
    world.loseWebhooks();
    await expect(ask(world, id, 9_000)).rejects.toThrow('The answer was lost.');
    world.clock.advance(25 * 3_600_000);
    await world.payments.events.look();
    await world.payments.events.idle();
    const known = await world.gateway.retrieveSession(session);
    expect(known?.refunds.map(({ cents }) => cents)).toEqual([9_000]);
    expect(await refundsOf(world, id)).toEqual([[9_000, 'succeeded']]);
  });

  it('[PY4] a refund that fails after it has succeeded takes the money back into the payment', async () => {
    const { world, session, id } = await worldWithOrder();
    await ask(world, id, TOTAL);
    await world.payments.events.idle();
    expect(await world.statusOf(session)).toBe('refunded');
    await world.act(session, 'fail-refund');
    expect(await world.store.find(id)).toMatchObject({ status: 'paid', refundedCents: 0 });
    expect(await refundsOf(world, id)).toEqual([[TOTAL, 'failed']]);
    const { differences } = await world.payments.check(0);
    expect(differences.filter(({ kind }) => kind.startsWith('payment'))).toEqual([]);
    expect(await ask(world, id, TOTAL)).toMatchObject({ state: 'succeeded' });
    await world.payments.events.idle();
    expect(await world.store.find(id)).toMatchObject({ status: 'refunded', refundedCents: TOTAL });
  });

  it('[PY4] two refunds that fail after they have succeeded: the shop gets a mail about each, once', async () => {
    const { world, session, id } = await worldWithOrder();
    await ask(world, id, 9_000);
    await ask(world, id, 1_000);
    await world.payments.events.idle();
    await world.act(session, 'fail-refund', { news: 'twice' });
    await world.act(session, 'fail-refund', { news: 'twice' });
    expect(await refundsOf(world, id)).toEqual([
      [9_000, 'failed'],
      [1_000, 'failed'],
    ]);
    const told = () => world.shopMails.filter(({ subject }) => subject.includes('has failed'));
    await expect.poll(told).toHaveLength(2);
    expect(told().map(({ text }) => /The refund of (\S+)/.exec(text)?.[1])).toEqual(['$10.00', '$90.00']);
    expect(told()[0]?.text).toContain(`${SHOP}/admin/orders/${id}`);
    const refunded = world.mails.filter(({ subject }) => subject.includes('refunded'));
    expect(refunded).toHaveLength(2);
  });

  it('[PY4] what the provider refuses has failed with its words, and can be asked again', async () => {
    const { world, session, id } = await worldWithOrder();
    world.loseWebhooks();
    await world.act(session, 'refund', {});
    await expect(ask(world, id, 9_000)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'refund-refused',
      message: expect.stringContaining('greater than unrefunded amount'),
    });
    expect(await refundsOf(world, id)).toEqual([[9_000, 'failed']]);
    await world.payments.events.look();
    await world.payments.events.idle();
    // The refund that was made at the provider is known now.
    expect(await refundsOf(world, id)).toEqual([
      [9_000, 'failed'],
      [TOTAL, 'succeeded'],
    ]);
  });

  it('[PY4] asking again with the id of a refused refund gets the refusal again', async () => {
    const { world, session, id } = await worldWithOrder();
    world.loseWebhooks();
    await world.act(session, 'refund', {});
    const refund = createId();
    const refused = await ask(world, id, 9_000, refund).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: 'refund-refused' });
    const { code, message, reason } = refused as AppError;
    await expect(ask(world, id, 9_000, refund)).rejects.toMatchObject({ code, message, reason });
  });

  it('[PY4] a refund id that was used is refused with another amount, and the refusal names the first refund', async () => {
    const { world, id } = await worldWithOrder();
    const refund = createId();
    await ask(world, id, 9_000, refund);
    await expect(ask(world, id, 5_000, refund)).rejects.toMatchObject({
      code: 'already-exists',
      message: 'A refund of $90.00 was asked for already. No more money was moved.',
    });
    expect(await refundsOf(world, id)).toEqual([[9_000, 'succeeded']]);
  });
});

it('[PY4] refunds that are asked for at the same moment are all made', async () => {
  const { world, session, id } = await worldWithOrder();
  const asked = await Promise.all([100, 200, 300].map((cents) => ask(world, id, cents)));
  expect(asked.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  const known = await world.gateway.retrieveSession(session);
  expect(known?.refunds.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([100, 200, 300]);
});
