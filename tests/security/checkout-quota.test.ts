import { expect, test } from 'vitest';
import { createId } from '#shared/kernel/ids.ts';
import { createPaymentWorld } from '../support/payment-world.ts';

const LINE = { price: 'price_demo_recon-vtol', quantity: 1 };

/** Starts payments, each by the next caller. @returns the statuses of the responses */
async function start(
  world: ReturnType<typeof createPaymentWorld>,
  count: number,
  caller: () => string | undefined,
) {
  const statuses = [];
  for (let index = 0; index < count; index++) {
    world.actAs(caller());
    const response = await world.post('/api/v1/checkout/sessions', { lines: [LINE] });
    statuses.push(response.status);
  }
  return statuses;
}

const passed = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;

test('[T37] of 300 payments started without a device, thirty reach the provider, and a customer can still pay', async () => {
  const world = createPaymentWorld();
  const statuses = await start(world, 300, () => undefined);
  expect([passed(statuses), new Set(statuses)]).toEqual([30, new Set([200, 429])]);
  expect(world.providerCalls).toHaveLength(30);
  expect(passed(await start(world, 1, () => 'customer'))).toBe(1);
});

test('[T37] all callers together start at most the sessions that the settings allow', async () => {
  const world = createPaymentWorld({
    checkoutLimits: { perHour: 30, perHourOfNetwork: 300, perHourInTotal: 50 },
  });
  expect(passed(await start(world, 80, createId))).toBe(50);
  expect(world.providerCalls).toHaveLength(50);
  world.clock.advance(3_600_000);
  expect(passed(await start(world, 80, createId))).toBe(50);
});
