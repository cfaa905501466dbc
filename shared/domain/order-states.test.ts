import { describe, expect, it } from 'vitest';
import { ORDER_STATES, type OrderState, type PaidOrder } from '#shared/collections/orders.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { DISPUTE_LOST, findOrderFault, ORDER_STEPS, stepsOf, takeStep } from '#shared/domain/order-states.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

const AT = '2026-03-03T09:00:00.000Z';
const order = (state: OrderState, changes: Partial<PaidOrder> = {}): PaidOrder => ({
  ...(toContent(STORED_DOCUMENTS.orders) as PaidOrder),
  orderState: state,
  orderMoves: [{ at: '2026-03-02T09:00:00.000Z', to: state, why: '' }],
  ...changes,
});
const step = (before: PaidOrder, to: OrderState, why = 'Wrong label') =>
  takeStep(before, { at: AT, to, why });
const refunded = { orderRefunds: [{ id: 'r1', cents: 4_998_000, at: AT, state: 'asked' as const }] };
const pathOf = (before: PaidOrder, after: PaidOrder, isManager = true) =>
  findOrderFault(before, after, isManager)?.path;

describe('the steps of an order', () => {
  it.each(ORDER_STATES)('[PY7] from %s the listed steps are allowed, and no others', (from) => {
    const before = order(from, refunded);
    const allowed = ORDER_STATES.filter((to) => pathOf(before, step(before, to)) === undefined);
    expect(allowed.toSorted()).toEqual(
      stepsOf(from)
        .map(({ to }) => to)
        .toSorted(),
    );
  });

  it('[PY7] staff take every step but those of managers', () => {
    for (const { from, to, isForManagers = false } of ORDER_STEPS) {
      const before = order(from, refunded);
      const fault = findOrderFault(before, step(before, to), false);
      expect(fault?.message, `${from} to ${to}`).toBe(
        isForManagers ? `Only a manager can turn ${from} into ${to}.` : undefined,
      );
    }
  });

  it('[PY7] a step back, a return and a manager’s decision need a reason', () => {
    const silent = ORDER_STEPS.filter(
      ({ from, to }) => !findOrderFault(order(from, refunded), step(order(from, refunded), to, ' '), true),
    );
    expect(silent.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'paid packed',
      'packed sent',
      'sent delivered',
    ]);
  });

  it('[PY7] several steps without a connection are checked one after the other', () => {
    const before = order('paid');
    const sent = step(step(before, 'packed'), 'sent');
    expect(pathOf(before, sent)).toBeUndefined();
    expect(
      pathOf(before, { ...sent, orderMoves: [...before.orderMoves, { at: AT, to: 'sent', why: '' }] }),
    ).toBe('orderState');
    expect(pathOf(before, { ...sent, orderState: 'delivered' })).toBe('orderState');
  });

  it('[PY7] an order is cancelled only once all its money is asked back', () => {
    const cancel = (changes: Partial<PaidOrder>) => {
      const before = order('paid', changes);
      return findOrderFault(before, step(before, 'cancelled'), true)?.message;
    };
    const whole = { id: 'r1', cents: 4_998_000, at: AT, state: 'asked' as const };
    const part = { ...whole, cents: 4_997_999 };
    const failed = { ...whole, state: 'failed' as const };
    const why = 'Refund the whole payment first. Then the order can be cancelled.';
    expect([cancel({ orderRefunds: [] }), cancel({ orderRefunds: [failed] })]).toEqual([why, why]);
    expect(cancel({ orderRefunds: [part] })).toBe(why);
    expect(cancel(refunded)).toBeUndefined();
  });

  it('[PY5] [PY7] an order whose dispute is lost is cancelled without a refund, because the bank has given all back', () => {
    const before = order('packed', { orderReview: DISPUTE_LOST });
    expect(pathOf(before, step(before, 'cancelled'))).toBeUndefined();
    expect(pathOf(before, step(before, 'cancelled'), false)).toBe('orderState');
  });

  it('[PY7] nobody changes the server’s fields or the steps that were taken', () => {
    const before = order('packed');
    const { orderState: _state, orderTracking: _tracking, orderMoves: _moves, ...served } = before;
    for (const field of Object.keys(served))
      expect(pathOf(before, { ...before, [field]: 'changed' })).toBe(field);
    expect(pathOf(before, { ...before, orderMoves: [{ at: AT, to: 'packed', why: '' }] })).toBe('orderMoves');
    expect(pathOf(before, { ...before, orderTracking: 'AusPost X1' })).toBeUndefined();
  });
});
