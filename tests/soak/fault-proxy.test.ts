import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFaultSchedule, startFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts';
import { createRandom } from './seeded-random.ts';

let target: Server;
let origin: string;
let bodies: string[];
let proxy: FaultProxy;

beforeEach(async () => {
  bodies = [];
  target = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.end(JSON.stringify({ heard: body }));
    });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await proxy.stop();
  target.closeAllConnections();
  target.close();
});

async function post(fault: Fault, signal?: AbortSignal): Promise<Response> {
  proxy = await startFaultProxy(origin, () => fault);
  return fetch(proxy.origin, { method: 'POST', body: 'g’day', ...(signal ? { signal } : {}) });
}

test('without a fault a request and its answer pass as they are', async () => {
  const response = await post({ kind: 'none' });
  expect(await response.json()).toEqual({ heard: 'g’day' });
});

test('[F18] a dropped and a reset connection fail, and the request never arrives', async () => {
  await expect(post({ kind: 'drop' })).rejects.toThrow('fetch failed');
  await proxy.stop();
  await expect(post({ kind: 'reset' })).rejects.toThrow('fetch failed');
  expect(bodies).toEqual([]);
});

test('[F20] a duplicated request takes effect twice and gets one response', async () => {
  const response = await post({ kind: 'duplicate' });
  expect(await response.json()).toEqual({ heard: 'g’day' });
  await expect.poll(() => bodies).toEqual(['g’day', 'g’day']);
});

test('[F23] a truncated response fails although the request took effect', async () => {
  const response = post({ kind: 'truncate', bytes: 100 }).then((answer) => answer.text());
  await expect(response).rejects.toThrow();
  expect(bodies).toEqual(['g’day']);
});

test('[F24] a corrupt response and a captive portal’s page are not taken for the server’s', async () => {
  const corrupt = await post({ kind: 'corrupt', at: 0 });
  expect(await corrupt.text()).toMatch(/^~"heard"/);
  await proxy.stop();
  const portal = await post({ kind: 'captive portal' });
  expect(portal.headers.get('content-type')).toBe('text/html');
  expect(bodies).toHaveLength(1);
});

test('[F27] a half-open connection accepts the request and never responds, until it is cut', async () => {
  const answer = post({ kind: 'half-open' }).catch((error: unknown) => error);
  await expect.poll(() => bodies).toEqual(['g’day']);
  proxy.heal();
  expect(await answer).toBeInstanceOf(TypeError);
});

test('[F27] on a stalled connection the end of a request is lost and nothing is answered, until it is cut', async () => {
  const answer = post({ kind: 'stall', bytes: 20 }).catch((error: unknown) => error);
  await expect.poll(() => proxy?.played.get('stall')).toBe(1);
  proxy.heal();
  expect(await answer).toBeInstanceOf(TypeError);
  expect(bodies).toEqual([]);
});

test('[F26] a delayed response arrives complete', async () => {
  const response = await post({ kind: 'delay', delayMs: 20 });
  expect(await response.json()).toEqual({ heard: 'g’day' });
});

test('a seed decides the faults, and the same seed decides the same', () => {
  const play = () => Array.from({ length: 200 }, createFaultSchedule(createRandom(7), 0.5));
  expect(play()).toEqual(play());
  expect(new Set(play().map(({ kind }) => kind)).size).toBe(10);
});
