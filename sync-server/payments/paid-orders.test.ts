import { describe, expect, it } from 'vitest';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { createPaymentWorld, sessionEvent, type PaymentWorld } from '../../tests/support/payment-world.ts';

async function ordersOf(world: PaymentWorld) {
  const found = await world.documents.list({
    collection: 'orders',
    scope: 'everything',
    afterId: '',
    limit: 100,
  });
  return found.map(({ json, ...document }) => ({ ...document, data: JSON.parse(json) as PaidOrder }));
}

async function historyOf(world: PaymentWorld, id: string) {
  return world.documents.history({ collection: 'orders', id }, undefined, 100);
}

describe('the order of a payment', () => {
  it('[PY1] [PY2] a confirmed payment makes one order of its buyer, however often and late the news come', async () => {
    const world = createPaymentWorld();
    const { id } = await world.checkOut([
      { price: 'price_demo_recon-vtol', quantity: 2 },
      { price: 'price_demo_trainer-pack', quantity: 1 },
    ]);
    expect(await ordersOf(world)).toEqual([]);
    await world.pay(id);
    await world.deliver(sessionEvent('checkout.session.completed', id));
    await world.deliver(sessionEvent('checkout.session.async_payment_succeeded', id));
    const [order, ...others] = await ordersOf(world);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      audience: 'device:device-1',
      owner: 'device:device-1',
      updatedBy: 'payment provider',
      data: {
        orderState: 'paid',
        orderTotalCents: 5_000_490,
        orderGstCents: 500_049,
        orderPaidCents: 5_000_490,
        orderCurrency: 'AUD',
        orderEmail: 'buyer@example.com',
        orderReview: '',
        orderRefunds: [],
      },
    });
    expect(validateDocument('orders', order?.data ?? {})).toEqual([]);
    const payment = await world.store.findBySession(id);
    expect(order?.id).toBe(payment?.id);
    expect(await historyOf(world, order?.id ?? '')).toHaveLength(1);
  });

  it('[PY12] an order has the GST of the rule at its payment, also when it changes under another rule', async () => {
    const world = createPaymentWorld();
    await world.restart({ gstRule: 'law' });
    const { id } = await world.checkOut();
    await world.pay(id);
    const gst = async () => (await ordersOf(world)).map(({ data }) => data.orderGstCents);
    expect(await gst()).toEqual([227_182]);
    expect(world.mails[0]?.text).toContain('GST: $2,271.82');
    await world.restart();
    await world.act(id, 'refund', { amount: '10.00' });
    const [order] = await ordersOf(world);
    expect(order?.data.orderRefunds).toHaveLength(1);
    expect(await gst()).toEqual([227_182]);
    await world.close();
  });

  it('[PY1] a visit to /success makes no order', async () => {
    const world = createPaymentWorld();
    world.loseWebhooks();
    const { id } = await world.checkOut();
    await world.pay(id);
    await world.statusOf(id);
    expect(await ordersOf(world)).toEqual([]);
  });

  it('[PY2] an order that could not be written is written at the next look', async () => {
    const world = createPaymentWorld();
    const { id } = await world.checkOut();
    world.failWrites(true);
    await world.pay(id);
    expect([await world.statusOf(id), await ordersOf(world)]).toEqual(['paid', []]);
    world.failWrites(false);
    await world.payments.events.look();
    expect((await ordersOf(world)).map(({ data }) => data.orderState)).toEqual(['paid']);
    // The event itself is tried again, and changes nothing.
    world.clock.advance(60_000);
    world.payments.events.wake();
    await world.payments.events.idle();
    const [order] = await ordersOf(world);
    expect(await historyOf(world, order?.id ?? '')).toHaveLength(1);
    expect(world.mails).toHaveLength(1);
  });

  it('[PY7] a payment that differs from the quote makes an order that is held, with both sums', async () => {
    const world = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        async retrieveSession(sessionId) {
          const session = await gateway.retrieveSession(sessionId);
          return session && { ...session, totalCents: 100 };
        },
      }),
    });
    const { id } = await world.checkOut();
    await world.pay(id);
    expect((await ordersOf(world)).map(({ data }) => data)).toMatchObject([
      {
        orderState: 'held',
        orderReview: 'paid $1.00 (AUD), quoted $24,990.00 (AUD)',
        orderTotalCents: 2_499_000,
        orderPaidCents: 100,
      },
    ]);
    expect(world.mails).toEqual([]);
  });

  it('[PY13] a held payment is paid once a manager accepts it, and refunded once its order is cancelled', async () => {
    const world = createPaymentWorld();
    const hold = async (quantity: number) => {
      const { id } = await world.checkOut([{ price: 'price_demo_trainer-pack', quantity }]);
      await world.act(id, 'pay', { email: 'buyer@example.com', amount: '1.00' });
      return { session: id, order: (await world.store.findBySession(id))?.id ?? '' };
    };
    const [accepted, cancelled] = [await hold(1), await hold(2)];
    expect([await world.statusOf(accepted.session), await world.statusOf(cancelled.session)]).toEqual([
      'held',
      'held',
    ]);
    await world.moveOrder(accepted.order, 'paid');
    await world.act(cancelled.session, 'refund');
    expect(await world.statusOf(cancelled.session)).toBe('held');
    await world.moveOrder(cancelled.order, 'cancelled');
    expect([await world.statusOf(accepted.session), await world.statusOf(cancelled.session)]).toEqual([
      'paid',
      'refunded',
    ]);
  });

  it('[PY13] the same click after a held payment opens another page', async () => {
    const world = createPaymentWorld();
    const { id } = await world.checkOut();
    await world.act(id, 'pay', { email: 'buyer@example.com', amount: '1.00' });
    expect((await world.checkOut()).id).not.toBe(id);
  });

  it('[PY7] [PY9] an order to a country that the shop does not deliver to is held, and an accepted one is not held again', async () => {
    const world = createPaymentWorld();
    await world.restart({ deliveryCountries: ['AU', 'NZ'] });
    const { id } = await world.checkOut();
    const other = await world.checkOut([{ price: 'price_demo_trainer-pack', quantity: 1 }]);
    await world.act(other.id, 'pay', { email: 'buyer@example.com', country: 'NZ' });
    await world.restart({ deliveryCountries: ['AU'] });
    await world.act(id, 'pay', { email: 'buyer@example.com', country: 'NZ' });
    await world.act(other.id, 'refund', { amount: '1.00' });
    const states = (await ordersOf(world)).map(({ data }) => [data.orderTotalCents, data.orderState]);
    expect(states.toSorted()).toEqual([
      [2_490, 'paid'],
      [2_499_000, 'held'],
    ]);
    const held = (await ordersOf(world)).find(({ data }) => data.orderState === 'held');
    expect(held?.data.orderReview).toBe('the address is in New Zealand, where the shop does not deliver');
    expect(held?.data.orderAddress.split('\n').at(-1)).toBe('New Zealand');
    await world.close();
  });

  it('[PY4] a refund made at the provider shows in the order and keeps what staff have changed', async () => {
    const world = createPaymentWorld();
    const { id } = await world.checkOut();
    await world.pay(id);
    const [order] = await ordersOf(world);
    await world.moveOrder(order?.id ?? '', 'packed');
    await world.act(id, 'refund', { amount: '90.00' });
    await world.act(id, 'refund', { amount: '10.00' });
    const [after] = await ordersOf(world);
    expect(after?.data).toMatchObject({
      orderState: 'packed',
      orderRefunds: [
        { cents: 9_000, state: 'succeeded' },
        { cents: 1_000, state: 'succeeded' },
      ],
    });
    expect(after?.data.orderMoves.map(({ to }) => to)).toEqual(['paid', 'packed']);
  });

  it('[PY5] a dispute is named in the order', async () => {
    const world = createPaymentWorld();
    const { id } = await world.checkOut();
    await world.pay(id);
    await world.act(id, 'dispute');
    expect((await ordersOf(world))[0]?.data).toMatchObject({
      orderState: 'paid',
      orderReview: 'the buyer disputes the payment',
    });
  });
});
