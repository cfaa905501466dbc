import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, pullPage, PUSH, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { createStreamReader } from '../support/stream-reader.ts';

const FID = 'abcdefghijklmnopqrst';
const PHONE = { device: FID };
const REQUEST = { fid: FID, appId: 'nankeen', authVersion: 'v1', sdkVersion: '0.2.75' };

let server: CoreServer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  server = createCoreServer();
});
afterEach(() => vi.useRealTimers());

const setBlocked = (method: 'POST' | 'DELETE') =>
  server.request(`/admin/devices/${FID}/block`, { as: 'admin', method });
const enquire = (id: string) => row(id, `w-${id}`, enquiryContent());

test('[T04] [T13] a blocked device’s stream ends within a second, and all its calls are rejected', async () => {
  await pushRow(server, PHONE, 'contacts', enquire('one'));
  const stream = createStreamReader(await server.request(dataPath('stream'), { as: PHONE }));
  const other = createStreamReader(await server.request(dataPath('stream'), { as: { device: 'ben' } }));
  expect((await setBlocked('POST')).status).toBe(200);
  await server.request(dataPath('contacts/one'), {
    as: 'admin',
    method: 'PATCH',
    json: { contactPhone: '1' },
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect((await stream.until('end')).map(({ event }) => event)).toEqual(['hello']);
  for (const path of [
    'stream',
    'changes',
    'contacts',
    'contacts/pull',
    'contacts/one',
    'contacts/checksum',
  ]) {
    const refused = await server.request(dataPath(path), { as: PHONE });
    expect(refused.status).toBe(403);
    expect(await errorIn(refused)).toMatchObject({ code: 'permission-denied', reason: 'DEVICE_BLOCKED' });
  }
  const json = { rows: [enquire('two')] };
  const pushed = await server.request(PUSH, { as: PHONE, method: 'POST', json });
  expect(pushed.status).toBe(403);
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await other.until('comment')).map(({ event }) => event)).toEqual(['hello', 'comment']);
});

test('[T13] a blocked device gets no token, even with its refresh token; once unblocked it has its documents', async () => {
  const post = (path: string, json: unknown, secret: string) =>
    server.request(path, { method: 'POST', json, headers: { authorization: `Refresh ${secret}` } });
  const registered = await server.request('/installations', { method: 'POST', json: REQUEST });
  const { refreshToken } = (await registered.json()) as Installation;
  await pushRow(server, PHONE, 'contacts', enquire('one'));
  await setBlocked('POST');
  expect((await post(`/installations/${FID}/authTokens:generate`, {}, refreshToken)).status).toBe(403);
  expect((await post('/installations', REQUEST, refreshToken)).status).toBe(403);
  expect((await setBlocked('DELETE')).status).toBe(200);
  expect((await post(`/installations/${FID}/authTokens:generate`, {}, refreshToken)).status).toBe(200);
  expect((await pullPage(server, PHONE, 'contacts')).documents).toHaveLength(1);
});

test('[T13] only the admin and managers can block a device, and only by a valid id', async () => {
  const callers = [
    [{}, 401],
    [PHONE, 401],
    [signIn(server, 'ann'), 401],
    [signIn(server, 'sam', true), 403],
  ] as const;
  for (const [as, status] of callers) {
    const refused = await server.request(`/admin/devices/${FID}/block`, { as, method: 'POST' });
    expect(refused.status).toBe(status);
  }
  const odd = await server.request('/admin/devices/short/block', { as: 'admin', method: 'POST' });
  expect(odd.status).toBe(400);
  expect(await errorIn(odd)).toMatchObject({ code: 'invalid-argument', path: 'fid' });
});
