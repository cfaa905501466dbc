import { expect, test } from 'vitest';
import { createId } from '#shared/kernel/ids.ts';
import { dataPath, errorIn } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { createTestClock } from '../support/test-clock.ts';

const PULL = dataPath('products/pull');

test.each([undefined, '1', '2', '17'])(
  '[F48] a client that speaks protocol %s is served',
  async (version) => {
    const headers = version === undefined ? {} : { 'x-client-protocol': version };
    expect((await createCoreServer().request(PULL, { headers })).status).toBe(200);
  },
);

test.each([PULL, '/health', '/installations', dataPath('stream')])(
  '[F48] a client of a protocol that is no longer served is told to update at %s',
  async (path) => {
    const response = await createCoreServer().request(path, { headers: { 'x-client-protocol': '0' } });
    expect(response.status).toBe(426);
    expect(await errorIn(response)).toMatchObject({ code: 'failed-precondition', reason: 'UPGRADE' });
  },
);

test.each(['new', '-1', '1.5', ''])('[F48] a protocol version of "%s" is refused', async (version) => {
  const response = await createCoreServer().request(PULL, { headers: { 'x-client-protocol': version } });
  expect(response.status).toBe(400);
  expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'X-Client-Protocol' });
});

test('[T37] one network that registers devices without end is told when to come again', async () => {
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock);
  const register = () => {
    const json = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
    return server.request('/installations', { method: 'POST', json });
  };
  const first = await Promise.all(Array.from({ length: 1000 }, register));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await register();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted' });
  clock.advance(1000);
  expect((await register()).status).toBe(200);
  expect((await server.request(PULL, { as: { device: 'ada' } })).status).toBe(200);
});
