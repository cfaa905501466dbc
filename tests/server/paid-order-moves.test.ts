import { beforeEach, expect, test } from 'vitest';
import type { OrderState, PaidOrder } from '#shared/collections/orders.ts';
import { takeStep } from '#shared/domain/order-states.ts';
import type { Verdict } from '#shared/sync/messages.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { dataPath, errorIn, historyOf, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { createJobCalls, importFile, toLines } from '../support/job-calls.ts';
import { product } from '../support/payment-world.ts';

const ADA = { device: 'ada' };
const AT = '2026-03-03T09:00:00.000Z';
const PAID = 2_499_000;

let server: CoreServer;
let sam: Caller;
let mia: Caller;
/** The order as the buyer's payment made it. */
let order: PaidOrder;
/** The payment's page at the provider. */
let page = '';
let pushes = 0;

beforeEach(async () => {
  const kestrel = product('kestrel');
  server = createCoreServer(undefined, undefined, {
    products: { list: async () => [kestrel], findByPriceId: async () => kestrel },
  });
  sam = signIn(server, 'sam', true);
  mia = signIn(server, 'mia', true);
  server.sessions.set('mia', { accountId: 'mia', email: 'mia@example.com', isStaff: true, role: 'manager' });
  server.payments.events.start();
  const lines = [{ price: 'price_demo_kestrel', quantity: 1 }];
  const started = await server.request('/checkout/sessions', { as: ADA, method: 'POST', json: { lines } });
  const { id } = (await started.json()) as { id: string };
  page = `/test-payment/${id}`;
  await act('pay', { email: 'ada@example.com' });
  const [stored] = await server.store.list({
    collection: 'orders',
    scope: 'everything',
    afterId: '',
    limit: 1,
  });
  order = await read(stored?.id ?? '');
});

/** Presses a button of the test payment page. */
async function act(name: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await server.app.request(`${page}/${name}`, { method: 'POST', body: new URLSearchParams(fields) });
  await server.payments.events.idle();
}

async function read(id = order.FBUID): Promise<PaidOrder> {
  return (await (await server.request(dataPath(`orders/${id}`), { as: sam })).json()) as PaidOrder;
}

/** Brings the order to a state, as an administrator can. */
async function place(orderState: OrderState, changes: Partial<PaidOrder> = {}): Promise<void> {
  const orderMoves = [{ at: AT, to: orderState, why: '' }];
  const json = { ...content(), orderState, orderMoves, ...changes };
  await server.request(dataPath(`orders/${order.FBUID}`), { as: 'admin', method: 'PUT', json });
  order = await read();
}

const content = () => toContent(order) as PaidOrder;
const step = (to: OrderState, why = 'The wrong one was packed') => takeStep(content(), { at: AT, to, why });
const push = (as: Caller, changed: object): Promise<Verdict> =>
  pushRow(
    server,
    as,
    'orders',
    row(order.FBUID, `w-${(pushes += 1)}`, changed, { base: order.writeId ?? '' }),
  );
const refund = (cents: number) => ({
  orderRefunds: [{ id: 'r1', cents, at: AT, state: 'succeeded' as const }],
});

async function expectUnchanged(): Promise<void> {
  expect(await read()).toEqual(order);
}

test('[PY7] a step of the table is stored with its time and reason', async () => {
  expect(await push(sam, step('packed', ''))).toMatchObject({ verdict: 'accepted' });
  expect(await read()).toMatchObject({ orderState: 'packed', orderMoves: [{}, { to: 'packed', at: AT }] });
});

test('[PY7] a manager accepts a held order, and cancels one that is refunded', async () => {
  await place('held');
  expect(await push(mia, step('paid'))).toMatchObject({ verdict: 'accepted' });
  await place('packed', refund(PAID));
  expect(await push(mia, step('cancelled'))).toMatchObject({ verdict: 'accepted' });
});

test('[PY5] [PY7] a manager cancels the order of a lost dispute, and not before the bank has decided', async () => {
  await act('dispute');
  order = await read();
  expect(await push(mia, step('cancelled'))).toMatchObject({ verdict: 'rejected', path: 'orderState' });
  await act('lose-dispute');
  order = await read();
  expect(await push(sam, step('cancelled'))).toMatchObject({ verdict: 'rejected', path: 'orderState' });
  expect(await push(mia, step('cancelled'))).toMatchObject({ verdict: 'accepted' });
  expect(await read()).toMatchObject({
    orderState: 'cancelled',
    orderReview: 'the bank has given the disputed money back to the buyer',
  });
});

test.each<[string, OrderState, () => Promise<Verdict>]>([
  ['a step that the table does not have', 'paid', () => push(sam, step('delivered'))],
  ['a step from a state that is over', 'cancelled', () => push(mia, step('paid'))],
  ['a decision about a held order by staff', 'held', () => push(sam, step('paid'))],
  ['a decision about a held order without a reason', 'held', () => push(mia, step('paid', ' '))],
  ['a step back without a reason', 'packed', () => push(sam, step('paid', ''))],
  ['a cancellation before the refund', 'packed', () => push(mia, step('cancelled'))],
  ['a state without its step', 'paid', () => push(sam, { ...content(), orderState: 'sent' })],
])('[PY7] %s is refused, and nothing is stored', async (_what, from, attempt) => {
  await place(from, from === 'packed' ? refund(PAID - 1) : {});
  expect(await attempt()).toMatchObject({
    verdict: 'rejected',
    code: 'failed-precondition',
    path: 'orderState',
  });
  await expectUnchanged();
});

test.each([
  ['orderPaidCents', { orderPaidCents: 1 }],
  ['orderAddress', { orderAddress: 'Elsewhere' }],
  ['orderReview', { orderReview: 'nothing' }],
  ['orderRefunds', refund(PAID)],
  ['orderMoves', { orderState: 'sent', orderMoves: [{ at: AT, to: 'sent', why: '' }] }],
])('[PY7] a manager can’t change %s, which the server writes', async (path, changes) => {
  const verdict = await push(mia, { ...content(), ...changes });
  expect(verdict).toMatchObject({ verdict: 'rejected', code: 'failed-precondition', path });
  await expectUnchanged();
});

test('[PY7] a buyer does not move the own order, and a stranger learns nothing of it', async () => {
  for (const caller of [ADA, { device: 'eve' }])
    expect(await push(caller, step('packed', ''))).toMatchObject({
      verdict: 'rejected',
      code: 'permission-denied',
    });
  await expectUnchanged();
});

test('[PY7] a restore brings back no earlier state of an order', async () => {
  const [{ at } = { at: '' }] = await historyOf(server, sam, `orders/${order.FBUID}`);
  await push(sam, step('packed', ''));
  order = await read();
  const path = dataPath(`orders/${order.FBUID}/restore`);
  const response = await server.request(path, { as: mia, method: 'POST', json: { at } });
  expect(response.status).toBe(412);
  expect(await errorIn(response)).toMatchObject({ code: 'failed-precondition', path: 'orderMoves' });
  await expectUnchanged();
});

test('[PY7] no import or copy of staff changes an order', async () => {
  const changed = { ...content(), orderPaidCents: 1 };
  const imported = await importFile(server, 'orders', toLines([changed]), { as: mia });
  expect(imported.counts).toMatchObject({ replace: 0, reject: 1 });
  const jobs = createJobCalls(server, mia);
  const copy = { kind: 'copy', source: 'copies', target: 'orders' };
  await importFile(server, 'copies', toLines([changed]));
  await expect(jobs.run(copy)).rejects.toThrow('permission-denied');
  await expectUnchanged();
});

test('[PY7] an import with the admin token stores an order as it is', async () => {
  const changed = { ...step('delivered'), orderPaidCents: 1 };
  const imported = await importFile(server, 'orders', toLines([changed]));
  expect(imported.counts).toMatchObject({ replace: 1, reject: 0 });
  expect(await read()).toMatchObject({ orderState: 'delivered', orderPaidCents: 1 });
});
