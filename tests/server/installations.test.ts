import { beforeEach, expect, test } from 'vitest';
import type { Installation } from '#shared/api/messages.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const FID = 'abcdefghijklmnopqrst';
const OWN_SECRET = 'made-by-the-device-0123456789abcdefghijk';
const REQUEST = { fid: FID, appId: 'nankeen', authVersion: 'v1', sdkVersion: '0.2.75' };

let server: CoreServer;
let clock: TestClock;
beforeEach(() => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
});

const send = (path: string, json: unknown, refreshToken?: string) =>
  server.request(path, {
    method: 'POST',
    json,
    headers: refreshToken === undefined ? {} : { authorization: `Refresh ${refreshToken}` },
  });
const register = async (refreshToken?: string) =>
  (await (await send('/installations', REQUEST, refreshToken)).json()) as Installation;
const generate = (fid: string, refreshToken?: string) =>
  send(`/installations/${fid}/authTokens:generate`, {}, refreshToken);
const readAs = (token: string) =>
  server.request(dataPath('contacts/pull'), { headers: { authorization: `Bearer ${token}` } });

test('[R-CAL-15] a device registers with fid, appId, authVersion and sdkVersion, and gets a valid token', async () => {
  const installation = await register();
  expect(installation).toMatchObject({
    fid: FID,
    refreshToken: expect.stringMatching(/^\w{40}$/),
    authToken: { token: expect.any(String), expiresIn: '604800s' },
  });
  expect((await readAs(installation.authToken.token)).status).toBe(200);
});

test('[R-CAL-15] a known fid re-registers with its refresh token', async () => {
  const first = await register();
  const second = await register(first.refreshToken);
  expect([second.fid, second.refreshToken]).toEqual([FID, first.refreshToken]);
});

test('[CL12] [R-CAL-15] a device that repeats its first registration with its own secret is the same device', async () => {
  const lost = await register(OWN_SECRET);
  const repeated = await register(OWN_SECRET);
  for (const { fid, refreshToken } of [lost, repeated])
    expect([fid, refreshToken]).toEqual([FID, OWN_SECRET]);
  expect((await generate(FID, OWN_SECRET)).status).toBe(200);
});

test('[CL12] [T12] a secret that is too short to be random is replaced', async () => {
  const { fid, refreshToken } = await register('short');
  expect(fid).toBe(FID);
  expect(refreshToken).toMatch(/^\w{40}$/);
  expect((await generate(FID, 'short')).status).toBe(401);
});

test('[R-CAL-15] a caller with another device’s fid gets a new fid and none of its documents', async () => {
  const first = await register();
  const headers = { authorization: `Bearer ${first.authToken.token}` };
  await server.request(dataPath('contacts/one'), { method: 'PUT', headers, json: enquiryContent() });
  for (const token of [undefined, 'wrong', OWN_SECRET]) {
    const thief = await register(token);
    expect(thief.fid).not.toBe(FID);
    expect([first.refreshToken, OWN_SECRET]).not.toContain(thief.refreshToken);
    expect(await (await readAs(thief.authToken.token)).json()).toMatchObject({ documents: [] });
  }
  expect((await generate(FID, first.refreshToken)).status).toBe(200);
});

test.each([
  ['a short fid', { ...REQUEST, fid: 'abc' }, 'fid'],
  ['a fid with other characters', { ...REQUEST, fid: 'abcdefghij.klmnopqrs' }, 'fid'],
  ['a number for the fid', { ...REQUEST, fid: 7 }, 'fid'],
  ['no appId', { ...REQUEST, appId: undefined }, 'appId'],
  ['an empty authVersion', { ...REQUEST, authVersion: '' }, 'authVersion'],
  ['a long sdkVersion', { ...REQUEST, sdkVersion: 'x'.repeat(41) }, 'sdkVersion'],
  ['an unknown field', { ...REQUEST, isAdmin: true }, 'isAdmin'],
])('[R-CAL-15] %s is rejected with its path', async (_what, json, path) => {
  const response = await send('/installations', json);
  expect(response.status).toBe(400);
  expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path });
});

test('[F79] after a server loses its installations, a device registers again and keeps its id, documents and pending writes', async () => {
  const first = await register();
  const asDevice = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const put = { method: 'PUT', json: enquiryContent() };
  await server.request(dataPath('contacts/sent'), { ...put, ...asDevice(first.authToken.token) });

  // Only the documents were restored.
  server = createCoreServer(server.store, clock);
  const forgotten = await generate(FID, first.refreshToken);
  expect(forgotten.status).toBe(404);
  expect(await errorIn(forgotten)).toMatchObject({ reason: 'installation-not-found' });
  const again = await register(first.refreshToken);
  expect(again.fid).toBe(FID);
  const waited = await server.request(dataPath('contacts/waited'), {
    ...put,
    ...asDevice(again.authToken.token),
  });
  expect(waited.status).toBe(200);
  const { documents } = (await (await readAs(again.authToken.token)).json()) as {
    documents: { FBUID: string }[];
  };
  expect(documents.map(({ FBUID }) => FBUID)).toEqual(['sent', 'waited']);
});

test('[R-CAL-16] a registered device gets a new auth token for its refresh token', async () => {
  const { refreshToken } = await register();
  clock.advance(8 * 24 * 3_600_000);
  const response = await generate(FID, refreshToken);
  const { token, expiresIn } = (await response.json()) as { token: string; expiresIn: string };
  expect(expiresIn).toBe('604800s');
  expect((await readAs(token)).status).toBe(200);
});

test('[R-CAL-16] a wrong or missing refresh token gets no token, and an unknown installation must register', async () => {
  const { authToken } = await register();
  for (const token of [undefined, 'wrong', authToken.token]) {
    const response = await generate(FID, token);
    expect(response.status).toBe(401);
    expect((await errorIn(response)).code).toBe('unauthenticated');
  }
  const unknown = await generate('unknownunknownunknow', 'any');
  expect(unknown.status).toBe(404);
  expect(await errorIn(unknown)).toMatchObject({ code: 'not-found', reason: 'installation-not-found' });
});

test('[R-CAL-16] an auth token expires after seven days with 401', async () => {
  const { authToken } = await register();
  clock.advance(7 * 24 * 3_600_000 - 1);
  expect((await readAs(authToken.token)).status).toBe(200);
  clock.advance(1);
  const refused = await readAs(authToken.token);
  expect(refused.status).toBe(401);
  expect(await errorIn(refused)).toMatchObject({ code: 'unauthenticated' });
});

test('[T40] wrong, altered and unreadable tokens all get 401 with the same message', async () => {
  const good = server.tokenOf('ada');
  const [prefix, , expiry, signature] = good.split('.');
  const tokens = [
    '',
    'x',
    'two words',
    `${good}x`,
    good.slice(0, -1),
    `${good}.more`,
    [prefix, 'ben', expiry, signature].join('.'),
    [prefix, 'ada', '999999999999', signature].join('.'),
    'admin-token-of-the-test',
  ];
  const bodies = new Set<string>();
  for (const token of tokens) {
    const response = await readAs(token);
    expect(response.status).toBe(401);
    bodies.add(await response.text());
  }
  expect(bodies.size).toBe(1);
  expect((await readAs(good)).status).toBe(200);
});
