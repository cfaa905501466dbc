import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { Hono } from 'hono';
import type { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';
import { limitResponses } from './limit-responses.ts';

const MIB = 1_048_576;
const PULL = '/api/v1/testing/data/products/pull';

let network: string | undefined;
let finish: () => void;
let app: Hono<AppEnv>;
beforeEach(() => {
  network = '203.0.113.7';
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  app = new Hono<AppEnv>()
    .onError((error, c) => c.body(null, (error as AppError).status as 429))
    .use(
      '*',
      limitResponses(() => network, 'testing/data'),
    )
    .all('*', async (c) => {
      await isFinished;
      return c.body('made');
    });
});

/** Asks over a connection that takes nothing of a response of so many bytes. */
function ask(path: string, bytes = 0, method = 'GET') {
  const socket = { destroyed: false };
  const outgoing = { headersSent: false, writableEnded: false, writableLength: 0 };
  const env = {
    incoming: { socket } as unknown as IncomingMessage,
    outgoing: outgoing as unknown as ServerResponse,
  };
  const response = Promise.resolve(app.request(path, { method }, env)).then(({ status }) => {
    Object.assign(outgoing, { headersSent: true, writableEnded: true, writableLength: bytes });
    return status;
  });
  return { response, outgoing, leave: () => void (socket.destroyed = true) };
}

const statusesOf = (asked: readonly ReturnType<typeof ask>[]) =>
  Promise.all(asked.map(({ response }) => response));

test('[T22] a network may have eight pages of data made at once, as many as a tab pulls', async () => {
  const asked = Array.from({ length: 8 }, () => ask(PULL));
  expect(await ask(PULL).response).toBe(429);
  finish();
  expect(new Set(await statusesOf(asked))).toEqual(new Set([200]));
  expect(await ask(PULL).response).toBe(200);
});

test('[T22] a caller that leaves makes no room while its response is still being made', async () => {
  const asked = Array.from({ length: 8 }, () => ask(PULL));
  for (const { leave } of asked) leave();
  expect(await ask(PULL).response).toBe(429);
  finish();
  await statusesOf(asked);
  expect(await ask(PULL).response).toBe(200);
});

test('[T22] pushes whose bodies arrive slowly leave room for pulls, and are refused like them', async () => {
  const push = (bytes?: number) => ask('/api/v1/sync/push', bytes, 'POST');
  const slow = Array.from({ length: 200 }, () => push());
  const pulls = Array.from({ length: 3 }, () => ask(PULL));
  finish();
  expect(new Set(await statusesOf([...slow, ...pulls]))).toEqual(new Set([200]));
  expect(await push(24 * MIB).response).toBe(200);
  expect(await push().response).toBe(429);
});

test('[T22] what is read makes room, and so does a connection that ends', async () => {
  finish();
  const [read, left] = [ask(PULL, 11 * MIB), ask(PULL, 11 * MIB)];
  await statusesOf([read, left]);
  expect(await ask(PULL).response).toBe(429);
  read.outgoing.writableLength = 0;
  const last = ask(PULL, 11 * MIB);
  expect(await last.response).toBe(200);
  expect(await ask(PULL).response).toBe(429);
  left.leave();
  expect(await ask(PULL).response).toBe(200);
});

test('[T22] all callers together, those of this machine included, leave at most 128 MiB unread', async () => {
  finish();
  const asked = Array.from({ length: 6 }, (_one, index) => {
    network = index === 0 ? undefined : `198.51.100.${index}`;
    return ask(PULL, 21 * MIB);
  });
  expect(new Set(await statusesOf(asked))).toEqual(new Set([200]));
  network = '203.0.113.7';
  expect(await ask(PULL).response).toBe(429);
  expect(await ask('/').response).toBe(200);
});

test('[T22] pages and files count too; short calls, streams and long polls always get through', async () => {
  finish();
  expect(await ask('/assets/large.js', 24 * MIB).response).toBe(200);
  for (const path of ['/', '/assets/more.js', PULL]) expect(await ask(path).response).toBe(429);
  for (const path of ['/health', '/session', '/testing/data/stream', '/testing/data/changes'])
    expect(await ask(`/api/v1${path}`).response).toBe(200);
});
