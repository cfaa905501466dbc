import { describe, expect, it } from 'vitest';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { createPaymentWorld, type PaymentWorld } from '../../tests/support/payment-world.ts';

/** A paid session. */
async function buy(world: PaymentWorld): Promise<string> {
  const { id } = await world.checkOut();
  await world.pay(id);
  return id;
}

/** A shop whose provider asks for another sum than the quote. */
const createWrongWorld = () =>
  createPaymentWorld({
    wrapGateway: (gateway) => ({
      ...gateway,
      retrieveSession: async (id) => withOtherSum(await gateway.retrieveSession(id)),
      findSessionOfPayment: async (id) => withOtherSum(await gateway.findSessionOfPayment(id)),
      async *listSessions(since) {
        for await (const session of gateway.listSessions(since)) yield withOtherSum(session);
      },
    }),
  });

const withOtherSum = <Session extends object | undefined>(session: Session) =>
  session && { ...session, totalCents: 1_000_000 };

async function paymentOf(world: PaymentWorld, session: string) {
  const payment = await world.store.findBySession(session);
  if (!payment) throw new Error('There is no such payment.');
  return payment;
}

async function orderOf(world: PaymentWorld, session: string) {
  const { id } = await paymentOf(world, session);
  return (await world.documents.read({ collection: 'orders', id }))?.data as unknown as PaidOrder;
}

const reviewsOf = async (world: PaymentWorld) =>
  (await world.payments.listReviews(10)).map(({ review }) => review);
const kindsOf = async (world: PaymentWorld) =>
  (await world.payments.check(0)).differences.map(({ kind }) => kind);

describe('the review of a payment', () => {
  it.each([
    ['win-dispute', ''],
    ['lose-dispute', 'the bank has given the disputed money back to the buyer'],
  ])('[PY5] a dispute is to be looked at until the bank decides: %s', async (end, review) => {
    const world = createPaymentWorld();
    const session = await buy(world);
    await world.act(session, 'dispute');
    expect([await reviewsOf(world), await kindsOf(world)]).toEqual([
      ['the buyer disputes the payment'],
      ['payment-review'],
    ]);
    await world.act(session, end);
    expect((await orderOf(world, session)).orderReview).toBe(review);
    expect([await reviewsOf(world), await kindsOf(world)]).toEqual([[], []]);
    expect(world.shopMails.map(({ subject }) => subject)).toHaveLength(2);
  });

  it('[PY5] a second dispute of the same payment is to be looked at too, and the shop gets a mail of its own', async () => {
    const world = createPaymentWorld();
    const session = await buy(world);
    await world.act(session, 'dispute');
    await world.act(session, 'win-dispute');
    await world.act(session, 'dispute', { news: 'twice' });
    expect(await reviewsOf(world)).toEqual(['the buyer disputes the payment']);
    const told = () => world.shopMails.filter(({ subject }) => subject.endsWith('is disputed')).length;
    await expect.poll(told).toBe(2);
    await world.act(session, 'lose-dispute');
    expect(await reviewsOf(world)).toEqual([]);
    expect(told()).toBe(2);
  });

  it('[PY5] the shop gets a mail about a second dispute although it did not hear that the first one ended', async () => {
    const world = createPaymentWorld();
    const session = await buy(world);
    await world.act(session, 'dispute');
    await world.act(session, 'win-dispute', { news: 'never' });
    await world.act(session, 'dispute');
    const told = () => world.shopMails.filter(({ subject }) => subject.endsWith('is disputed')).length;
    await expect.poll(told).toBe(2);
  });

  it('[PY5] a dispute is won although the shop did not hear that it ended', async () => {
    const world = createPaymentWorld();
    const session = await buy(world);
    await world.act(session, 'dispute');
    await world.act(session, 'win-dispute', { news: 'never' });
    expect(await reviewsOf(world)).toHaveLength(1);
    await world.payments.events.look();
    await world.payments.events.idle();
    expect(await reviewsOf(world)).toEqual([]);
  });

  it('[PY7] [PY8] a held order that a manager accepts leaves nothing to look at', async () => {
    const world = createWrongWorld();
    const session = await buy(world);
    expect([await reviewsOf(world), await kindsOf(world)]).toEqual([
      ['paid $10,000.00 (AUD), quoted $24,990.00 (AUD)'],
      ['payment-review'],
    ]);
    const { id } = await paymentOf(world, session);
    await world.moveOrder(id, 'paid', 'The buyer was promised this price');
    expect([await reviewsOf(world), await kindsOf(world)]).toEqual([[], []]);
    await world.act(session, 'refund', { amount: '10.00' });
    expect([await reviewsOf(world), await kindsOf(world)]).toEqual([[], []]);
  });

  it('[PY7] [PY8] a held order that is refunded and cancelled leaves nothing to look at', async () => {
    const world = createWrongWorld();
    const session = await buy(world);
    await world.act(session, 'refund', { amount: '10000.00' });
    expect(await reviewsOf(world)).toHaveLength(1);
    expect((await paymentOf(world, session)).status).toBe('refunded');
    await world.moveOrder((await paymentOf(world, session)).id, 'cancelled', 'Never promised');
    expect([await reviewsOf(world), await kindsOf(world)]).toEqual([[], []]);
  });

  it('[PY4] [PY5] a held and disputed order whose refund fails is still held and disputed', async () => {
    const world = createWrongWorld();
    const session = await buy(world);
    await world.act(session, 'dispute');
    await world.act(session, 'refund', { amount: '10000.00' });
    await world.act(session, 'fail-refund');
    const { status, refundedCents, fulfilledAt } = await paymentOf(world, session);
    expect({ status, refundedCents, fulfilledAt }).toEqual({ status: 'open', refundedCents: 0 });
    expect([await reviewsOf(world), await kindsOf(world)]).toEqual([
      ['the buyer disputes the payment'],
      ['payment-review'],
    ]);
    await world.act(session, 'win-dispute');
    expect(await reviewsOf(world)).toEqual(['paid $10,000.00 (AUD), quoted $24,990.00 (AUD)']);
  });

  it('[PY3] a settled review is asked for again if money comes after all, and is not what was quoted', async () => {
    let isKnown = false;
    const world = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        retrieveSession: async (id) =>
          isKnown ? withOtherSum(await gateway.retrieveSession(id)) : undefined,
      }),
    });
    const { id: session } = await world.checkOut();
    for (let looks = 0; looks < 3; looks++) {
      world.clock.advance(3_600_001);
      await world.payments.events.look();
    }
    expect(await reviewsOf(world)).toEqual(['the provider does not know this payment']);
    const { id } = await paymentOf(world, session);
    await world.payments.settleReview(id);
    expect(await reviewsOf(world)).toEqual([]);
    isKnown = true;
    await world.pay(session);
    expect(await reviewsOf(world)).toEqual(['paid $10,000.00 (AUD), quoted $24,990.00 (AUD)']);
  });

  it('[PY3] the provider is not asked again and again about a payment whose order is held', async () => {
    const world = createWrongWorld();
    await buy(world);
    world.clock.advance(3_600_001);
    expect(await world.store.listOpen(world.clock.now(), 10)).toEqual([]);
  });

  it('[PY5] a dispute of a held order does not hide that it is held', async () => {
    const world = createWrongWorld();
    const session = await buy(world);
    await world.act(session, 'dispute');
    expect(await reviewsOf(world)).toEqual(['the buyer disputes the payment']);
    await world.act(session, 'win-dispute');
    expect(await reviewsOf(world)).toEqual(['paid $10,000.00 (AUD), quoted $24,990.00 (AUD)']);
    expect((await orderOf(world, session)).orderState).toBe('held');
  });
});
