import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { dataPath, pushRow, readMetrics, row } from '../support/core-calls.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createStreamReader } from '../support/stream-reader.ts';

let server: CoreServer;
let http: HttpServer;
let sockets: Socket[];

beforeEach(async () => {
  server = createCoreServer();
  http = await listenOnLoopback(server);
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await http.stop();
});

const open = (device: string, method = 'GET') =>
  fetch(`${http.origin}/api/v1${dataPath('stream')}`, {
    method,
    headers: { authorization: `Bearer ${server.tokenOf(device)}` },
  });
const openStreams = async () => {
  const text = await (await readMetrics(server)).text();
  return Number(/^nankeen_open_streams (\d+)$/m.exec(text)?.[1]);
};

test('[T17] [ST4] a stream over a socket has the usual headers and those that prevent proxy buffering', async () => {
  const response = await open('ada');
  const plain = await fetch(`${http.origin}/api/v1/health`);
  for (const name of [
    'content-security-policy',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
  ]) {
    expect(response.headers.get(name)).toBe(plain.headers.get(name));
    expect(response.headers.get(name)).not.toBeNull();
  }
  expect(response.headers.get('x-request-id')).not.toBeNull();
  expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('x-hono-already-sent')).toBeNull();
  const reader = createStreamReader(response);
  expect((await reader.next())?.event).toBe('hello');
  await pushRow(server, { device: 'ada' }, 'contacts', row('one', 'w1', enquiryContent()));
  expect(await reader.next()).toEqual({ event: 'poke', data: { collection: 'contacts', sequence: 1 } });
  await reader.cancel();
  await eventually(async () => expect(await openStreams()).toBe(0));
});

test('[T04] over a socket, a session that ends elsewhere ends its stream', async () => {
  server.sessions.set('sam', { ...ANONYMOUS, accountId: 'sam', email: 'sam@example.com', isStaff: true });
  const response = await fetch(`${http.origin}/api/v1${dataPath('stream')}`, {
    headers: { cookie: 'session=sam' },
  });
  const reader = createStreamReader(response);
  await reader.next();
  server.sessions.delete('sam');
  await pushRow(server, { device: 'ada' }, 'contacts', row('one', 'w1', enquiryContent()));
  expect(await reader.next()).toBeUndefined();
});

test('[T23] a HEAD request for a stream leaves nothing open', async () => {
  const response = await open('ada', 'HEAD');
  expect(response.status).toBe(200);
  expect(await openStreams()).toBe(0);
});

test('[ST3] [T23] a caller that stops reading its socket is cut at 256 KiB, and the others continue', async () => {
  const { hostname, port } = new URL(http.origin);
  const lazy = connect(Number(port), hostname);
  sockets.push(lazy);
  lazy.write(
    `GET /api/v1${dataPath('stream')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin-token-of-the-tests\r\n\r\n`,
  );
  await new Promise((resolve) => lazy.once('data', resolve));
  lazy.pause();
  const eager = createStreamReader(await open('ada'));
  await eager.next();
  expect(await openStreams()).toBe(2);
  // Each commit touches so many collections that an admin's stream gets about 800 kB of pokes.
  const names = Array.from({ length: 800 }, (_, index) => `${'c'.repeat(1000)}${index}`);
  let round = 0;
  const writeUntilCut = async () => {
    await touch(names, round++);
    expect(await openStreams()).toBe(1);
  };
  await eventually(writeUntilCut, { timeout: 30_000 });
  await pushRow(server, { device: 'ada' }, 'contacts', row('one', 'w1', enquiryContent()));
  expect((await eager.next())?.data).toMatchObject({ collection: 'contacts' });
  await eager.cancel();
});

async function touch(names: readonly string[], round: number): Promise<void> {
  await server.store.commit({ documents: [], writeIds: [] }, ({ sequence }) => {
    const at = new Date(Date.parse('2026-03-02T09:00:00.000Z') + round).toISOString();
    const states = names.map((collection, index) => ({
      collection,
      id: 'one',
      sequence: sequence + index + 1,
      writeId: `w-${round}-${index}`,
      data: { FBUID: 'one' },
      updatedBy: 'x',
    }));
    return {
      history: states.map((state) => ({
        ...state,
        at,
        madeAt: undefined,
        operation: 'update',
        device: undefined,
      })),
      documents: states.map((state) => ({
        ...state,
        deleted: false,
        owner: undefined,
        audience: 'staff',
        updatedAt: at,
      })),
      verdicts: [],
      rejections: [],
      evictions: [],
      result: undefined,
    };
  });
}
