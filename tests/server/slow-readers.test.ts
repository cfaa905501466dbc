import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import type { AddressReader } from '#server/http/client-address.ts';
import { SERVER_OPTIONS } from '#server/http/server-options.ts';
import { dataPath, PUSH } from '../support/core-calls.ts';
import { ADMIN_TOKEN, createCoreServer, type CoreServer } from '../support/core-server.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { fillCollection } from '../support/job-calls.ts';

/** More than the system keeps of a connection that nobody reads. */
const DOCUMENTS = 400;
const TEXT = 'x'.repeat(40_000);
const BYTES = DOCUMENTS * TEXT.length;

let http: HttpServer;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await http.stop();
});

/** Sends a request and reads nothing. */
function ask(path: string, more = '', method = 'GET'): Socket {
  const { hostname, port } = new URL(http.origin);
  const socket = connect({ port: Number(port), host: hostname }).pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n${more}\r\n`,
  );
  return socket;
}

/** Reads until the end of the connection. @returns number of bytes */
async function readAll(socket: Socket, pauseMs = 0): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (pauseMs > 0) await wait(pauseMs);
  }
  return bytes;
}

async function serveNotes(
  readerTimeout: number,
  sendTimeout = SERVER_OPTIONS.sendTimeout,
): Promise<CoreServer> {
  const addressOf: AddressReader = (c) => c.req.header('x-address') ?? '203.0.113.7';
  const server = createCoreServer(undefined, undefined, { addressOf });
  const notes = Array.from({ length: DOCUMENTS }, (_none, index) => ({ FBUID: `n${index}`, text: TEXT }));
  await fillCollection(server, 'notes', notes);
  http = await listenOnLoopback(server, { ...SERVER_OPTIONS, readerTimeout, sendTimeout });
  return server;
}
/** As large as a page may be. */
const PULLED = 200 * TEXT.length;
const PULL = `/api/v1${dataPath('notes/pull?after=&limit=200')}`;
const PUSH_PATH = `/api/v1${PUSH}`;
const READ = `/api/v1${dataPath('notes')}`;

test.each([
  ['a large pull', PULL, PULLED],
  ['a whole collection', READ, BYTES],
])('[T22] a connection that reads nothing of %s does not stay', async (_what, path, whole) => {
  await serveNotes(300);
  const lazy = ask(path);
  await expect.poll(() => http.connections()).toBe(1);
  await expect.poll(() => http.connections(), { timeout: 10_000 }).toBe(0);
  expect(await readAll(lazy)).toBeLessThan(whole);
});

test('[T22] a response that is ready waits for its reader for a limited time, however little it takes', async () => {
  await serveNotes(SERVER_OPTIONS.readerTimeout, 300);
  const lazy = ask(PULL);
  await expect.poll(() => http.connections()).toBe(1);
  await expect.poll(() => http.connections(), { timeout: 10_000 }).toBe(0);
  expect(await readAll(lazy)).toBeLessThan(PULLED);
});

test('[T22] a whole collection may take longer, because only a piece of it is in memory', async () => {
  await serveNotes(SERVER_OPTIONS.readerTimeout, 2000);
  const slow = ask(READ, 'Connection: close\r\n');
  expect(await readAll(slow, 12)).toBeGreaterThan(BYTES);
});

/** The status of a response whose body is not read. */
async function readStatus(socket: Socket): Promise<number> {
  const [head] = (await once(socket.resume(), 'data')) as [Buffer];
  socket.pause();
  return Number(head.toString('latin1', 9, 12));
}

test('[T22] of many large pulls of one network that nobody reads only some are made, and other networks are served', async () => {
  await serveNotes(SERVER_OPTIONS.readerTimeout);
  const statuses = await Promise.all(Array.from({ length: 60 }, () => readStatus(ask(PULL))));
  // 24 MiB, and those that were made at the same time.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3 + 8);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(await readStatus(ask(PULL))).toBe(429);
  expect(await readStatus(ask(PULL, 'X-Address: 198.51.100.1\r\n'))).toBe(200);
  expect((await fetch(`${http.origin}/api/v1/health`)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => readStatus(ask(PULL))).toBe(200);
});

test('[T22] of many pushes whose bodies arrive together only some are decided at the same time', async () => {
  const { store } = await serveNotes(SERVER_OPTIONS.readerTimeout);
  const commit = store.commit.bind(store);
  let open: (() => void) | undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  vi.spyOn(store, 'commit').mockImplementation((scope, decide) => isOpen.then(() => commit(scope, decide)));
  const body = JSON.stringify({ rows: [] });
  const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const begun = Array.from({ length: 60 }, () => ask(PUSH_PATH, more, 'POST'));
  // All pass the check of their headers before the first body arrives.
  await expect.poll(() => http.connections()).toBe(60);
  const refused: number[] = [];
  for (const socket of begun)
    void readStatus(socket).then((status) => status === 429 && refused.push(status));
  for (const socket of begun) socket.write(body);
  await expect.poll(() => refused.length).toBe(60 - 8);
  open?.();
});

test('[T22] a collection gives its place to another reader once its own are cut', async () => {
  await serveNotes(300);
  for (let count = 0; count < 2; count += 1) ask(READ);
  const status = async () => {
    const response = await fetch(http.origin + READ, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    await response.body?.cancel();
    return response.status;
  };
  await expect.poll(status).toBe(429);
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
});

test('[T22] a reader that goes on reading slowly gets everything', async () => {
  await serveNotes(2000);
  const slow = ask(PULL, 'Connection: close\r\n');
  expect(await readAll(slow, 25)).toBeGreaterThan(PULLED);
});

test('[T22] a response that takes longer than that to make is sent whole, and is cut if nobody reads it', async () => {
  const app = new Hono<AppEnv>().get('/', async (c) => {
    await wait(2500);
    return c.body(TEXT.repeat(DOCUMENTS));
  });
  http = await listenOnLoopback({ app }, { ...SERVER_OPTIONS, readerTimeout: 2000 });
  expect((await (await fetch(http.origin)).text()).length).toBe(BYTES);
  const lazy = ask('/');
  await expect.poll(() => lazy.bytesWritten).toBeGreaterThan(0);
  await expect.poll(() => http.connections(), { timeout: 10_000 }).toBe(0);
  expect(await readAll(lazy)).toBeLessThan(BYTES);
});
