import { afterAll, beforeAll, expect, test } from 'vitest';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { buildServer } from './build-server.ts';
import { createPushLoad } from './push-load.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { SEED, toCount } from './soak-setting.ts';
import { readStoredFile } from './stored-file.ts';

const cycles = toCount('KILL_CYCLES', { suite: 20, soak: 1000 });
const DEVICES = 4;
const MOST_ACKNOWLEDGEMENTS = 120;

let shop: ShopServer;
beforeAll(async () => {
  buildServer();
  shop = await startShopServer();
}, 120_000);
afterAll(async () => shop.stop());

test(`[F01] [F02] [F03] [F04] [DU1] the server is killed ${cycles} times under load, and every acknowledged write is there exactly once (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  let heard = 0;
  let killAt = Infinity;
  let onKill = () => {};
  const onAcknowledged = () => {
    heard += 1;
    if (heard >= killAt) onKill();
  };
  const loads = Array.from({ length: DEVICES }, () =>
    createPushLoad({ origin: shop.origin, random, onAcknowledged }),
  );

  for (let cycle = 0; cycle < cycles; cycle++) {
    killAt = heard + 1 + pickNumber(random, MOST_ACKNOWLEDGEMENTS);
    let isKilled = false;
    const killed = new Promise<void>((resolve) => {
      onKill = () => {
        killAt = Infinity;
        // In the same turn, or when the other devices' pushes are a little further.
        setTimeout(
          () => {
            isKilled = true;
            resolve(shop.kill());
          },
          pickNumber(random, 4),
        );
      };
    });
    await Promise.all([killed, ...loads.map((load) => load.run(() => isKilled))]);
    expect(isKilled, 'the load ran until the kill').toBe(true);
    checkFile(loads);
    await shop.restart();
  }

  for (const load of loads) {
    await load.finish();
    expect(load.pulled, 'what was pulled across the kills is all there is').toEqual(load.newest);
    expect(load.breaches).toEqual([]);
  }
  checkFile(loads);
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  console.log(
    `${cycles} kills, ${heard} acknowledged writes, ${failures} calls without an answer (seed ${SEED})`,
  );
}, 7_200_000);

function checkFile(loads: readonly { readonly acknowledged: ReadonlySet<string> }[]): void {
  const { integrity, writeIds } = readStoredFile(shop.dataDir);
  expect(integrity).toBe('ok');
  const stored = new Set(writeIds);
  expect(stored.size, 'no write stands in history twice').toBe(writeIds.length);
  const missing = loads.flatMap(({ acknowledged }) =>
    [...acknowledged].filter((writeId) => !stored.has(writeId)),
  );
  expect(missing, 'acknowledged writes that are missing').toEqual([]);
}
