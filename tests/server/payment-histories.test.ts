import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { createId } from '#shared/kernel/ids.ts';
import { NEWS } from '#server/payments/simulator/simulated-checkout.ts';
import { isPlanted, toCount } from '../soak/soak-setting.ts';
import { eventually } from '../support/eventually.ts';
import { createPaymentWorld, type PaymentWorld } from '../support/payment-world.ts';
import { SEED } from '../support/seed.ts';

const RUNS = toCount('HISTORIES', { suite: 300, soak: 10_000 });

const news = fc.constantFrom(...NEWS.filter((one) => one !== 'late'));
/** Mostly the first, so that something is paid and given back. */
const which = fc.constantFrom(0, 0, 0, 1, 2);
const step = fc.oneof(
  fc.record({ do: fc.constant('check out' as const) }),
  fc.record({
    do: fc.constantFrom('pay', 'pay-later', 'succeed', 'fail', 'fail-refund', 'dispute', 'win-dispute'),
    which,
    news,
  }),
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pay', 'succeed'), which, news }) },
  fc.record({
    do: fc.constant('refund at the provider' as const),
    which,
    news,
    cents: fc.integer({ min: 1, max: 4_000 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which,
      cents: fc.integer({ min: 1, max: 2_000 }),
      isKilled: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constant('break the provider' as const) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repair the provider' as const) }) },
  fc.record({ do: fc.constant('fill the disk' as const) }),
  fc.record({ do: fc.constant('empty the disk' as const) }),
  fc.record({ do: fc.constant('kill' as const), after: fc.nat({ max: 8 }) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 30_000, 700_000) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const steps = fc.array(step, { minLength: 4, maxLength: 25, size: 'max' });
/** A file is closed and opened again by each restart. Its flushes take time, so most histories are played in memory. */
const storage = fc.constantFrom('file', ...Array.from({ length: 5 }, () => 'memory'));

async function checkOut(world: PaymentWorld, quantity: number): Promise<string> {
  return (await world.checkOut([{ price: 'price_demo_trainer-pack', quantity }])).id;
}

async function take(world: PaymentWorld, sessions: string[], one: Step): Promise<void> {
  const session = 'which' in one ? sessions[one.which] : undefined;
  switch (one.do) {
    case 'check out':
      // Another quantity: the same one would open the same page again.
      if (sessions.length < 3) sessions.push(await checkOut(world, sessions.length + 1));
      return;
    case 'refund': {
      const payment = session === undefined ? undefined : await world.store.findBySession(session);
      const asked = { id: createId(), cents: one.cents, reason: 'Damaged' };
      // It dies once the refund is stored, so the provider's answer is lost.
      if (payment?.paidAt !== undefined && one.isKilled) world.killAfter(1);
      if (payment) await world.payments.refunds.ask(payment.id, asked, 'mia@example.com');
      return;
    }
    case 'refund at the provider':
      if (session === undefined) return;
      await world.act(session, 'refund', { amount: String(one.cents / 100), news: one.news });
      return;
    case 'break the provider':
      return world.breakProvider(500);
    case 'repair the provider':
      return world.breakProvider(undefined);
    case 'fill the disk':
      return world.failWrites(true);
    case 'empty the disk':
      return world.failWrites(false);
    case 'kill':
      return world.killAfter(one.after);
    case 'restart':
      return world.restart();
    case 'wait':
      world.clock.advance(one.ms);
      world.payments.events.wake();
      return;
    default:
      if (session !== undefined)
        await world.act(session, one.do, { email: 'buyer@example.com', news: one.news });
  }
}

/** Everything works again after a day off, when the provider has forgotten all idempotency keys, and the server has looked. */
async function settle(world: PaymentWorld): Promise<void> {
  world.breakProvider(undefined);
  world.failWrites(false);
  world.clock.advance(25 * 3_600_000);
  await world.restart();
  for (let look = 0; look < 3; look++) {
    world.clock.advance(3_700_000);
    await world.payments.events.look();
    world.payments.events.wake();
    await world.payments.events.idle();
  }
  world.sendMails();
  // Vitest keeps what a poll of its own reads until the test ends, and so would keep every world.
  await eventually(async () => expect(await world.mailsWaiting()).toBe(0), { interval: 1 });
}

// In memory only: each run opens a store.
test(`[PY1] [PY2] [PY3] [PY4] [T34] [F69] [F70] whatever is lost, doubled, late or killed, every paid session has one order, one mail and the provider’s money (seed ${SEED}, ${RUNS} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(steps, storage, async (history, kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'nankeen-histories-'));
      const world = createPaymentWorld(kind === 'file' ? { folder } : {});
      const sessions: string[] = [await checkOut(world, 1)];
      for (const one of history) await take(world, sessions, one).catch(() => undefined);
      await settle(world);

      const listed = await world.documents.list({
        collection: 'orders',
        scope: 'everything',
        afterId: '',
        limit: 100,
      });
      const orders = listed.map(({ json }) => JSON.parse(json) as PaidOrder);
      const known = [];
      for (const id of sessions) {
        const session = await world.gateway.retrieveSession(id);
        const payment = await world.store.findBySession(id);
        if (!session?.isPaid) continue;
        known.push(payment?.id);
        const order = orders.find(({ FBUID }) => FBUID === payment?.id);
        const given = (order?.orderRefunds ?? []).filter(({ state }) => state !== 'failed');
        expect(given.map(({ cents, state }) => [cents, state]).toSorted()).toEqual(
          session.refunds
            .filter(({ state }) => state !== 'failed')
            .map(({ cents, state }) => [cents, state])
            .toSorted(),
        );
        expect(payment?.refundedCents ?? 0).toBe(session.refundedCents);
        expect(order?.orderPaidCents).toBe(session.totalCents);
      }
      expect(orders.map(({ FBUID }) => FBUID).toSorted()).toEqual(known.toSorted());
      const refunds = orders.flatMap(({ orderRefunds }) => orderRefunds);
      const succeeded = refunds.filter(({ state }) => state === 'succeeded');
      // Those that failed may have succeeded before.
      const failed = refunds.filter(({ state }) => state === 'failed');
      const told = world.mails.filter(({ subject }) => subject.startsWith('We have refunded')).length;
      expect(world.mails.filter(({ subject }) => subject.startsWith('Your Nankeen order'))).toHaveLength(
        orders.length,
      );
      expect(told).toBeGreaterThanOrEqual(succeeded.length);
      expect(told).toBeLessThanOrEqual(succeeded.length + failed.length);
      await world.close();
      rmSync(folder, { recursive: true });
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: isPlanted },
  );
}, 3_600_000);
