import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import type { PushAnswer } from '#shared/sync/messages.ts';
import { createId } from '#shared/kernel/ids.ts';
import { row } from '../support/core-calls.ts';
import { DATA_ENDPOINT } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { createStreamReader } from '../support/stream-reader.ts';
import { buildServer } from './build-server.ts';
import { createPushLoad } from './push-load.ts';
import { createRandom } from './seeded-random.ts';
import { SEED } from './soak-setting.ts';
import { readStoredFile } from './stored-file.ts';

const STALL_MS = 2000;
const GIVES_UP_MS = 500;
const LOADS = 4;

let shop: ShopServer;
beforeAll(async () => {
  buildServer();
  shop = await startShopServer({ ENQUIRIES_PER_HOUR: '1000000' });
}, 120_000);
afterAll(async () => shop.stop());

/** Nothing of the server runs meanwhile, as while a machine is paused or memory is collected. */
async function stall(during: () => Promise<void>): Promise<void> {
  const { pid } = JSON.parse(readFileSync(join(shop.dataDir, 'nankeen.lock.json'), 'utf8')) as {
    pid: number;
  };
  process.kill(pid, 'SIGSTOP');
  const over = new Promise((resolve) => setTimeout(resolve, STALL_MS));
  try {
    await during();
    await over;
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

async function registerDevice(): Promise<Readonly<Record<string, string>>> {
  const body = JSON.stringify({ fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${shop.origin}/api/v1/installations`, { method: 'POST', headers, body });
  const { authToken } = (await answer.json()) as Installation;
  return { ...headers, authorization: `Bearer ${authToken.token}` };
}

test(`[F11] [PU3] a server that stands still for two seconds under load loses no stream, fails no call and does nothing twice (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  let heard = 0;
  const onAcknowledged = () => void (heard += 1);
  const loads = Array.from({ length: LOADS }, () =>
    createPushLoad({ origin: shop.origin, random, onAcknowledged }),
  );
  const headers = await registerDevice();
  const data = `${shop.origin}/api/v1/${DATA_ENDPOINT}`;
  const stream = createStreamReader(await fetch(`${data}/stream`, { headers }));
  expect((await stream.next())?.event).toBe('hello');
  let isOver = false;
  const running = loads.map((load) => load.run(() => isOver));
  await expect.poll(() => heard).toBeGreaterThan(50);

  const body = JSON.stringify({ rows: [row('impatient', 'impatient.0', enquiryContent())] });
  const push = (signal?: AbortSignal) =>
    fetch(`${data}/contacts/push`, { method: 'POST', headers, body, ...(signal ? { signal } : {}) });
  await stall(async () => {
    await expect(push(AbortSignal.timeout(GIVES_UP_MS))).rejects.toThrow('timeout');
  });
  // Whether the one that was given up took effect nobody knows; sent again, it took effect once.
  const { verdicts } = (await (await push()).json()) as PushAnswer;
  expect(verdicts).toMatchObject([{ writeId: 'impatient.0', verdict: 'accepted' }]);
  const before = heard;
  await expect.poll(() => heard).toBeGreaterThan(before + 50);
  expect((await stream.until('poke')).at(-1)?.event).toBe('poke');
  isOver = true;
  await Promise.all(running);
  await stream.cancel();

  for (const load of loads) {
    await load.finish();
    expect(load.failures, 'calls that failed').toBe(0);
    expect(load.breaches).toEqual([]);
    expect(load.pulled).toEqual(load.newest);
  }
  const { integrity, writeIds } = readStoredFile(shop.dataDir);
  expect(integrity).toBe('ok');
  expect(new Set(writeIds).size).toBe(writeIds.length);
  const acknowledged = [...loads.flatMap((load) => [...load.acknowledged]), 'impatient.0'];
  expect(acknowledged.filter((writeId) => !writeIds.includes(writeId))).toEqual([]);
});
