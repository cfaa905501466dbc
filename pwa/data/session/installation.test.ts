import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fetch } from '#shared/api/client.ts';
import { createMemoryRecord, type MemoryRecord } from '../../../tests/support/memory-record.ts';
import { createInstallation } from './installation.ts';
import { createLazyInstallation, type LazyInstallation } from './lazy-installation.ts';

const HOUR_MS = 3_600_000;
const APP = { appId: 'nankeen-store', authVersion: 'FIS_v2', sdkVersion: '0.2.75' };

interface Call {
  readonly path: string;
  readonly body: Record<string, unknown> | undefined;
  readonly secret: string | undefined;
}

let memory: MemoryRecord;
let calls: Call[];
let responses: (() => Promise<Response>)[];
let isOnline: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z') });
  [memory, calls, responses, isOnline] = [createMemoryRecord(), [], [], true];
});
afterEach(() => void vi.useRealTimers());

const record = () => memory.stored as Record<string, unknown>;

const token = (name: string, hours = 168) => ({ token: name, expiresIn: `${hours * 3600}s` });
const respond =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });
const registered = (name: string, more: object = {}) =>
  respond({ fid: 'given', refreshToken: 'secret', authToken: token(name), ...more });
const failed = (code: string, status: number) => respond({ error: { code, message: 'No.' } }, status);
const never = () => new Promise<Response>(() => undefined);

/** One tab; all tabs of a test share the storage and the server's responses. */
function openTab(app = APP): LazyInstallation {
  const fetch: Fetch = (url, init) => {
    const body =
      init?.body === undefined ? undefined : (JSON.parse(String(init.body)) as Record<string, unknown>);
    const secret = /^Refresh (.*)$/.exec(init?.headers?.['authorization'] ?? '')?.[1];
    calls.push({ path: url.replace('/api/v1', ''), body, secret });
    return (responses.shift() ?? (() => Promise.reject(new TypeError('Failed to fetch'))))();
  };
  const parts = { fetch, origin: '', isOnline: () => isOnline, now: () => Date.now() };
  const storage = memory;
  return createLazyInstallation(async (fid) => createInstallation({ app, storage, fid, ...parts }));
}

test('[R-INS-01] the stored status is 0 for none, 1 for in progress and 2 for registered', async () => {
  const tab = openTab();
  expect(await tab.fid()).toMatch(/^\w{20}$/);
  expect(record()).toMatchObject({ status: 0 });
  let arrive = (_response: Response) => {};
  responses.push(() => new Promise((resolve) => (arrive = resolve)));
  const obtained = tab.authToken();
  await vi.advanceTimersByTimeAsync(0);
  expect(record()).toMatchObject({ status: 1 });
  arrive(await registered('first')());
  expect(await obtained).toBe('first');
  expect(record()).toMatchObject({ status: 2, fid: 'given' });
});

test('[R-CAL-15] registration sends fid, appId, authVersion and sdkVersion', async () => {
  const tab = openTab();
  const fid = await tab.fid();
  responses.push(registered('first'));
  await tab.authToken();
  const secret = expect.stringMatching(/^\w{40}$/) as string;
  expect(calls).toEqual([{ path: '/installations', body: { fid, ...APP }, secret }]);
});

test('[CL12] a registration without a response is repeated with the secret that was kept before it was sent', async () => {
  const tab = openTab();
  responses.push(async () => {
    expect(record()).toMatchObject({ status: 1, refreshToken: calls[0]?.secret });
    throw new TypeError('Failed to fetch');
  });
  await expect(tab.authToken()).rejects.toThrow();
  responses.push(registered('first'));
  expect(await openTab().authToken()).toBe('first');
  const [first, second] = calls;
  expect(second).toEqual(first);
});

test('[R-INS-01] concurrent calls share one registration', async () => {
  const tab = openTab();
  responses.push(registered('first'));
  expect(await Promise.all([tab.authToken(), tab.authToken(), tab.authToken()])).toEqual([
    'first',
    'first',
    'first',
  ]);
  expect(calls).toHaveLength(1);
});

test('[R-CST-15] a tab waits for another tab’s registration, polling every 100 ms', async () => {
  const [one, two] = [openTab(), openTab()];
  let arrive = (_response: Response) => {};
  responses.push(() => new Promise((resolve) => (arrive = resolve)));
  const first = one.authToken();
  await vi.advanceTimersByTimeAsync(0);
  let isDone = false;
  const second = two.authToken().finally(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(950);
  arrive(await registered('first')());
  expect(await first).toBe('first');
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toBe('first');
  expect(calls).toHaveLength(1);
});

test('[R-CAL-17] pulls, pushes and the stream share one failed registration for five seconds', async () => {
  const tab = openTab();
  const fail = () => responses.push(failed('unavailable', 503), failed('unavailable', 503));
  fail();
  for (const start of [0, 1000, 1500]) {
    await vi.advanceTimersByTimeAsync(start);
    const callers = await Promise.allSettled([tab.authToken(), tab.authToken(), tab.authToken()]);
    expect(callers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  }
  // One call and its one retry.
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2500);
  responses.push(registered('first'));
  expect(await tab.authToken()).toBe('first');
  expect(calls).toHaveLength(3);
});

test('[R-INS-02] a registration in progress for ten seconds is reset and repeated', async () => {
  memory.stored = { fid: 'mine', status: 1, startedAt: Date.now() - 4000 };
  responses.push(registered('second'));
  const obtained = openTab().authToken();
  await vi.advanceTimersByTimeAsync(5900);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await obtained).toBe('second');
  expect(calls).toMatchObject([{ path: '/installations', body: { fid: 'mine' } }]);
});

test('[R-INS-02] a registration with a start time in the future is reset too', async () => {
  memory.stored = { fid: 'mine', status: 1, startedAt: Date.now() + 9e9 };
  responses.push(registered('second'));
  expect(await openTab().authToken()).toBe('second');
});

test('[R-CST-15] a registration without a response fails after ten seconds', async () => {
  responses.push(never);
  const obtained = openTab().authToken();
  const outcome = expect(obtained).rejects.toMatchObject({
    name: 'InstallationError',
    code: 'request-failed',
  });
  await vi.advanceTimersByTimeAsync(9999);
  expect(record()).toMatchObject({ status: 1 });
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
  expect(record()).toMatchObject({ status: 0 });
});

test('[R-CAL-17] a server error is retried exactly once', async () => {
  responses.push(failed('internal', 500), registered('first'));
  expect(await openTab().authToken()).toBe('first');
  expect(calls).toHaveLength(2);
});

test('[R-CAL-17] a second server error, a refusal or a network failure is not retried', async () => {
  const tab = openTab();
  responses.push(failed('internal', 500), failed('unavailable', 503), registered('too late'));
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'request-failed' });
  expect(calls).toHaveLength(2);
  // Until then the failure is shared.
  await vi.advanceTimersByTimeAsync(5000);
  responses = [failed('invalid-argument', 400), registered('too late')];
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'request-failed' });
  expect(calls).toHaveLength(3);
  responses = [];
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'request-failed' });
  expect(calls).toHaveLength(4);
});

test('[R-INS-03] [R-CAL-16] a token is renewed when it has an hour or less left', async () => {
  const tab = openTab();
  responses.push(registered('first', { authToken: token('first', 3) }));
  await tab.authToken();
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS - 1);
  expect(await tab.authToken()).toBe('first');
  await vi.advanceTimersByTimeAsync(1);
  responses.push(respond(token('second', 3)));
  expect(await tab.authToken()).toBe('second');
  expect(calls.at(-1)).toEqual({
    path: '/installations/given/authTokens:generate',
    body: undefined,
    secret: 'secret',
  });
});

test('[R-INS-03] a token that can’t be renewed is used until it expires', async () => {
  const tab = openTab();
  responses.push(registered('first', { authToken: token('first', 3) }));
  await tab.authToken();
  await vi.advanceTimersByTimeAsync(2.5 * HOUR_MS);
  isOnline = false;
  expect(await tab.authToken()).toBe('first');
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'app-offline' });
});

test('[F40] a rejected token is renewed once, even if several requests were rejected', async () => {
  const tab = openTab();
  responses.push(registered('first'), respond(token('second')));
  tab.dropToken(await tab.authToken());
  expect(await tab.authToken()).toBe('second');
  tab.dropToken('first');
  expect(await tab.authToken()).toBe('second');
  expect(calls).toHaveLength(2);
});

test.each([
  ['F79', 'the server has lost its list of installations', failed('not-found', 404)],
  ['F41', 'the server refuses the secret', failed('unauthenticated', 401)],
])('[%s] %s: the installation registers again and takes the id it is given', async (_id, _what, refusal) => {
  const tab = openTab();
  responses.push(registered('first', { authToken: token('first', 1) }));
  await tab.authToken();
  const listener = vi.fn();
  tab.subscribe(listener);
  responses.push(refusal, registered('second', { fid: 'another' }));
  expect(await tab.authToken()).toBe('second');
  expect(calls.at(-1)).toMatchObject({ path: '/installations', body: { fid: 'given' }, secret: 'secret' });
  expect(await tab.fid()).toBe('another');
  expect(listener).toHaveBeenCalledOnce();
});

test('[F80] of two copies of one installation, the later one gets a new id', async () => {
  responses.push(registered('first', { authToken: token('first', 1) }));
  await openTab().authToken();
  const copy = createMemoryRecord(memory.stored);
  responses.push(failed('unauthenticated', 401), registered('copy', { fid: 'copied' }));
  expect(await openTab().authToken()).toBe('copy');
  expect(record()).toMatchObject({ fid: 'copied' });
  memory = copy;
  expect(await openTab().fid()).toBe('given');
});

test('[R-ERR-11] each failure has a code and a message', async () => {
  await expect(openTab({ ...APP, appId: '' }).authToken()).rejects.toMatchObject({
    code: 'missing-app-config-values',
    message: expect.stringContaining('appId'),
  });
  isOnline = false;
  await expect(openTab().authToken()).rejects.toMatchObject({
    code: 'app-offline',
    message: expect.stringContaining('no network'),
  });
  isOnline = true;
  responses.push(failed('not-found', 404));
  await expect(openTab().authToken()).rejects.toMatchObject({ code: 'installation-not-found' });
  responses.push(failed('permission-denied', 403));
  await expect(openTab().authToken()).rejects.toMatchObject({ code: 'request-failed' });
});

test('[R-ERR-11] an installation can’t be forgotten during registration', async () => {
  const tab = openTab();
  responses.push(never);
  const obtained = tab.authToken().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  await expect(tab.forget()).rejects.toThrow(
    expect.objectContaining({ code: 'delete-pending-registration' }),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await obtained;
  const fid = await tab.fid();
  await tab.forget();
  expect(await tab.fid()).not.toBe(fid);
});

test('[R-ERR-11] a token that arrives for a forgotten installation is discarded: not-registered', async () => {
  const tab = openTab();
  responses.push(registered('first', { authToken: token('first', 0.5) }));
  await tab.authToken();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  let arrive = (_response: Response) => {};
  responses.push(() => new Promise((resolve) => (arrive = resolve)));
  const obtained = expect(tab.authToken()).rejects.toMatchObject({ code: 'not-registered' });
  await vi.advanceTimersByTimeAsync(0);
  await tab.forget();
  arrive(await respond(token('late'))());
  await obtained;
});

test('[F53] on a full disk the installation lasts until the page closes', async () => {
  memory.isFull = true;
  responses.push(registered('first'));
  const tab = openTab();
  expect(await tab.authToken()).toBe('first');
  expect(await tab.fid()).toBe('given');
  expect(await tab.authToken()).toBe('first');
  memory.isFull = false;
  tab.dropToken('first');
  responses.push(respond(token('second')));
  expect(await tab.authToken()).toBe('second');
  expect(await openTab().fid()).toBe('given');
});

test('[CL11] [F46] an installation whose record can’t be read registers no other one', async () => {
  const { change } = memory;
  memory.change = () => Promise.reject(new DOMException('Internal error.', 'UnknownError'));
  const tab = openTab();
  await expect(tab.fid()).rejects.toThrow('Internal error.');
  await expect(tab.authToken()).rejects.toThrow('Internal error.');
  memory.change = change;
  responses.push(registered('first'));
  expect(await tab.authToken()).toBe('first');
  expect(calls).toHaveLength(1);
});

test('[R-INS-01] two tabs that open at the same time on a new device register one installation', async () => {
  const tabs = [openTab(), openTab()];
  const [one, two] = await Promise.all(tabs.map((tab) => tab.fid()));
  expect(one).toBe(two);
  responses.push(registered('first'));
  const obtained = Promise.all(tabs.map((tab) => tab.authToken()));
  await vi.advanceTimersByTimeAsync(100);
  expect(await obtained).toEqual(['first', 'first']);
  expect(calls).toMatchObject([{ path: '/installations', body: { fid: one } }]);
});
