import { expect, test } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import type { PushResponse } from '#shared/sync/messages.ts';
import { createId } from '#shared/kernel/ids.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { DATA_ENDPOINT } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createStreamReader } from '../support/stream-reader.ts';
import { setUpLoadedServer } from './loaded-server.ts';
import { createRandom } from './seeded-random.ts';
import { SEED } from './soak-setting.ts';

const STALL_MS = 2000;
const GIVES_UP_MS = 500;
/** Generous for a busy machine. */
const PATIENCE = { timeout: 20_000 };

const server = setUpLoadedServer();

/** Suspends the server's process, like a paused machine or a garbage collection. */
async function stall(during: () => Promise<void>): Promise<void> {
  server.store.signal('SIGSTOP');
  const over = new Promise((resolve) => setTimeout(resolve, STALL_MS));
  try {
    await during();
    await over;
  } finally {
    server.store.signal('SIGCONT');
  }
}

async function registerDevice(): Promise<Readonly<Record<string, string>>> {
  const body = JSON.stringify({ fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.store.origin}/api/v1/installations`, {
    method: 'POST',
    headers,
    body,
  });
  const { authToken } = (await answer.json()) as Installation;
  return { ...headers, authorization: `Bearer ${authToken.token}` };
}

test(`[F11] [PU3] a server suspended for two seconds under load loses no stream, fails no call and repeats no write (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  let heard = 0;
  const onAcknowledged = () => void (heard += 1);
  const loads = server.createLoads(random, onAcknowledged);
  const headers = await registerDevice();
  const data = `${server.store.origin}/api/v1/${DATA_ENDPOINT}`;
  const stream = createStreamReader(await fetch(`${data}/stream`, { headers }));
  expect((await stream.next())?.event).toBe('hello');
  let isOver = false;
  const running = loads.map((load) => load.run(() => isOver));
  await expect.poll(() => heard, PATIENCE).toBeGreaterThan(50);

  const body = JSON.stringify({ rows: [row('impatient', 'impatient.0', enquiryContent())] });
  const push = (signal?: AbortSignal) =>
    fetch(`${server.store.origin}/api/v1${PUSH}`, {
      method: 'POST',
      headers,
      body,
      ...(signal ? { signal } : {}),
    });
  await stall(async () => {
    await expect(push(AbortSignal.timeout(GIVES_UP_MS))).rejects.toThrow('timeout');
  });
  // The aborted push may or may not have taken effect; after the retry it took effect once.
  const { verdicts } = (await (await push()).json()) as PushResponse;
  expect(verdicts).toMatchObject([{ writeId: 'impatient.0', verdict: 'accepted' }]);
  const before = heard;
  await expect.poll(() => heard, PATIENCE).toBeGreaterThan(before + 50);
  expect((await stream.until('poke')).at(-1)?.event).toBe('poke');
  isOver = true;
  await Promise.all(running);
  await stream.cancel();

  await server.finish(loads, ['impatient.0']);
  for (const load of loads) expect(load.failures, 'calls that failed').toBe(0);
});
