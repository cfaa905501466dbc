import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { MailRow } from '#server/mail/mail-store.ts';
import type { SimulatedSession } from '#server/payments/simulator/simulated-session.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { startSoakShop, type SoakShop } from './soak-shop.ts';
import { SEED, toCount } from './soak-setting.ts';

const kills = toCount('PAYMENT_KILLS', { suite: 2, soak: 50 });
const BUYERS = 4;
/** Answers between a start and the next kill. */
const MOST_ANSWERS = 60;
/** From the last answer to the kill, when other calls are under way. */
const MOST_MS = 20;
const NEWS = ['now', 'twice', 'never'];

let shop: SoakShop;
beforeAll(async () => {
  shop = await startSoakShop({
    ...NO_LIMITS,
    CHECKOUTS_PER_HOUR: '999999',
    CHECKOUTS_PER_HOUR_OF_NETWORK: '999999',
    CHECKOUTS_PER_HOUR_IN_TOTAL: '999999',
  });
}, 120_000);
afterAll(() => shop.stop());

let answers = 0;
let killAt = Infinity;
let kill = () => {};

/** Buys, pays and gives back until the server is gone. */
async function load(random: () => number): Promise<void> {
  for (;;) {
    const lines = [{ price: 'price_demo_trainer-propeller-pack-5x4', quantity: 1 + pickNumber(random, 90) }];
    const session = await post('/api/v1/checkout/sessions', JSON.stringify({ lines }));
    const { id } = (await session.json()) as { readonly id: string };
    const news = NEWS[pickNumber(random, NEWS.length)] ?? '';
    await act(id, random() < 0.2 ? 'pay-later' : 'pay', { email: 'ada@example.com', news });
    await act(id, 'succeed', { news });
    if (random() < 0.3) await act(id, 'refund', { amount: '1.00', news });
    const [order] = (await readOrders()).filter(({ orderRefunds }) => orderRefunds.length === 0);
    if (order && random() < 0.5)
      await shop.admin(`/admin/orders/${order.FBUID}/refunds`, {
        method: 'POST',
        json: { id: createId(), cents: 1 + pickNumber(random, 200), reason: 'Damaged' },
      });
  }
}

async function post(path: string, body: string | URLSearchParams): Promise<Response> {
  const response = await fetch(shop.origin + path, {
    method: 'POST',
    headers: { origin: shop.origin, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
    body,
    redirect: 'manual',
  });
  answers += 1;
  if (answers === killAt) kill();
  return response;
}

const act = (session: string, name: string, form: Readonly<Record<string, string>>) =>
  post(`/test-payment/${session}/${name}`, new URLSearchParams(form));

async function readJson<Value>(statement: string): Promise<readonly Value[]> {
  const rows = await shop.read<{ readonly data: string }>(statement);
  return rows.map(({ data }) => JSON.parse(data) as Value);
}
const readOrders = () =>
  readJson<PaidOrder>(
    `SELECT history.data FROM head JOIN history USING (sequence)
     WHERE head.collection = (SELECT number FROM collection WHERE name = 'orders')`,
  );
const readPayments = () =>
  readJson<{ readonly id: string; readonly sessionId?: string }>(`SELECT data FROM payment`);
const readSessions = () => readJson<SimulatedSession>(`SELECT data FROM simulatedSession`);

/** What the provider has taken and given back, by the payment's id. */
async function toProviderMoney(): Promise<Readonly<Record<string, object>>> {
  const payments = new Map((await readPayments()).map(({ id, sessionId }) => [sessionId, id]));
  const paid = (await readSessions()).filter(
    ({ state, outcome = 'paid' }) => state === 'complete' && outcome === 'paid',
  );
  return Object.fromEntries(
    paid.map(({ id, lines, refunds = [] }) => [
      payments.get(id) ?? `session ${id}`,
      {
        paid: lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0),
        refunds: refunds.map(({ cents }) => cents).toSorted(byNumber),
      },
    ]),
  );
}

/** The same as the orders say. */
async function toOrderMoney(): Promise<Readonly<Record<string, object>>> {
  return Object.fromEntries(
    (await readOrders()).map(({ FBUID, orderPaidCents, orderRefunds }) => [
      FBUID,
      {
        paid: orderPaidCents,
        refunds: orderRefunds
          .filter(({ state }) => state !== 'failed')
          .map(({ cents }) => cents)
          .toSorted(byNumber),
      },
    ]),
  );
}

/** Payments of which the orders and the provider say different things. */
async function findDifferences(): Promise<readonly string[]> {
  const [orders, provider] = [await toOrderMoney(), await toProviderMoney()];
  return [...new Set([...Object.keys(orders), ...Object.keys(provider)])].flatMap((id) => {
    const [ours, theirs] = [JSON.stringify(orders[id]), JSON.stringify(provider[id])];
    return ours === theirs ? [] : [`${id}: ${ours} instead of ${theirs}`];
  });
}

const byNumber = (a: number, b: number) => a - b;

test(`[PY1] [PY2] [PY3] [PY4] [F01] after ${kills} kills while people buy and get money back, every paid session has one order, its mails and the provider’s money (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  for (let cycle = 0; cycle < kills; cycle++) {
    killAt = answers + 10 + pickNumber(random, MOST_ANSWERS);
    const killed = new Promise<void>((resolve) => {
      kill = () => setTimeout(() => resolve(shop.kill()), pickNumber(random, MOST_MS));
    });
    const buyers = Array.from({ length: BUYERS }, () => load(random).catch(() => undefined));
    await Promise.all(buyers);
    expect(answers, 'the load ran until the kill').toBeGreaterThanOrEqual(killAt);
    await killed;
    await shop.restart();
  }
  // The server looks for what it missed soon after its start.
  await expect
    .poll(async () => ({ differing: await findDifferences() }), { timeout: 60_000 })
    .toEqual({ differing: [] });
  const orders = await readOrders();
  expect(orders.length).toBeGreaterThan(0);
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(orders.length);
  const refunds = orders.flatMap(({ orderRefunds }) =>
    orderRefunds.filter(({ state }) => state === 'succeeded'),
  );
  const mails = await shop.read<MailRow>(`SELECT * FROM mail`);
  const count = (template: string) => mails.filter((mail) => mail.template === template).length;
  expect({
    confirmed: count('order-confirmed'),
    told: count('staff-new-order'),
    refunded: count('refunded'),
  }).toEqual({ confirmed: orders.length, told: orders.length, refunded: refunds.length });
  console.log(`${kills} kills: ${orders.length} orders, ${refunds.length} refunds, ${mails.length} mails`);
}, 3_600_000);
