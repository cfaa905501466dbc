import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fetch } from '#shared/api/client.ts';
import { createInstallation, type Installation } from './installation.ts';

const HOUR_MS = 3_600_000;
const APP = { appId: 'nankeen-store', authVersion: 'FIS_v2', sdkVersion: '0.2.75' };

interface Call {
  readonly path: string;
  readonly body: Record<string, unknown> | undefined;
  readonly secret: string | undefined;
}

let stored: Map<string, string>;
let calls: Call[];
let answers: (() => Promise<Response>)[];
let isOnline: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z') });
  [stored, calls, answers, isOnline] = [new Map(), [], [], true];
});
afterEach(() => void vi.useRealTimers());

const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
};
const record = () => JSON.parse(stored.get('nankeen.installation') ?? 'null') as Record<string, unknown>;

const token = (name: string, hours = 168) => ({ token: name, expiresIn: `${hours * 3600}s` });
const answer =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });
const registered = (name: string, more: object = {}) =>
  answer({ fid: 'given', refreshToken: 'secret', authToken: token(name), ...more });
const failed = (code: string, status: number) => answer({ error: { code, message: 'No.' } }, status);
const never = () => new Promise<Response>(() => undefined);

/** One tab; all tabs of a test share the storage and the server's answers. */
function openTab(app = APP): Installation {
  const fetch: Fetch = (url, init) => {
    const body =
      init?.body === undefined ? undefined : (JSON.parse(String(init.body)) as Record<string, unknown>);
    const secret = /^Refresh (.*)$/.exec(init?.headers?.['authorization'] ?? '')?.[1];
    calls.push({ path: url.replace('/api/v1', ''), body, secret });
    return (answers.shift() ?? (() => Promise.reject(new TypeError('Failed to fetch'))))();
  };
  return createInstallation({
    app,
    storage,
    fetch,
    origin: '',
    isOnline: () => isOnline,
    now: () => Date.now(),
  });
}

test('[R-INS-01] the record says none 0, in progress 1, registered 2', async () => {
  const tab = openTab();
  expect(tab.fid).toMatch(/^\w{20}$/);
  expect(record()).toMatchObject({ status: 0 });
  let arrive = (_response: Response) => {};
  answers.push(() => new Promise((resolve) => (arrive = resolve)));
  const obtained = tab.authToken();
  await vi.advanceTimersByTimeAsync(0);
  expect(record()).toMatchObject({ status: 1 });
  arrive(await registered('first')());
  expect(await obtained).toBe('first');
  expect(record()).toMatchObject({ status: 2, fid: 'given' });
});

test('[R-CAL-15] registering names fid, appId, authVersion and sdkVersion', async () => {
  const tab = openTab();
  const { fid } = tab;
  answers.push(registered('first'));
  await tab.authToken();
  expect(calls).toEqual([{ path: '/installations', body: { fid, ...APP }, secret: undefined }]);
});

test('[R-INS-01] however many ask at once, one registration is made', async () => {
  const tab = openTab();
  answers.push(registered('first'));
  expect(await Promise.all([tab.authToken(), tab.authToken(), tab.authToken()])).toEqual([
    'first',
    'first',
    'first',
  ]);
  expect(calls).toHaveLength(1);
});

test('[R-CST-15] a tab waits for the registration that another is making, looking every 100 ms', async () => {
  const [one, two] = [openTab(), openTab()];
  let arrive = (_response: Response) => {};
  answers.push(() => new Promise((resolve) => (arrive = resolve)));
  const first = one.authToken();
  await vi.advanceTimersByTimeAsync(0);
  let isThere = false;
  const second = two.authToken().finally(() => (isThere = true));
  await vi.advanceTimersByTimeAsync(950);
  arrive(await registered('first')());
  expect(await first).toBe('first');
  expect(isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toBe('first');
  expect(calls).toHaveLength(1);
});

test('[R-INS-02] a registration that has been in progress for ten seconds is reset and made again', async () => {
  stored.set(
    'nankeen.installation',
    JSON.stringify({ fid: 'mine', status: 1, startedAt: Date.now() - 4000 }),
  );
  answers.push(registered('second'));
  const obtained = openTab().authToken();
  await vi.advanceTimersByTimeAsync(5900);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await obtained).toBe('second');
  expect(calls).toMatchObject([{ path: '/installations', body: { fid: 'mine' } }]);
});

test('[R-INS-02] a registration that seems to begin in the future, because the clock was set back, is reset too', async () => {
  stored.set('nankeen.installation', JSON.stringify({ fid: 'mine', status: 1, startedAt: Date.now() + 9e9 }));
  answers.push(registered('second'));
  expect(await openTab().authToken()).toBe('second');
});

test('[R-CST-15] a registration that is not answered is given up after ten seconds', async () => {
  answers.push(never);
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

test('[R-CAL-17] a server that fails is asked exactly once more', async () => {
  answers.push(failed('internal', 500), registered('first'));
  expect(await openTab().authToken()).toBe('first');
  expect(calls).toHaveLength(2);
});

test('[R-CAL-17] a server that fails twice, refuses or is not there is not asked again', async () => {
  const tab = openTab();
  answers.push(failed('internal', 500), failed('unavailable', 503), registered('too late'));
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'request-failed' });
  expect(calls).toHaveLength(2);
  answers = [failed('invalid-argument', 400), registered('too late')];
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'request-failed' });
  expect(calls).toHaveLength(3);
  answers = [];
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'request-failed' });
  expect(calls).toHaveLength(4);
});

test('[R-INS-03] [R-CAL-16] a token is renewed when less than an hour of it remains', async () => {
  const tab = openTab();
  answers.push(registered('first', { authToken: token('first', 3) }));
  await tab.authToken();
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS - 1);
  expect(await tab.authToken()).toBe('first');
  await vi.advanceTimersByTimeAsync(1);
  answers.push(answer(token('second', 3)));
  expect(await tab.authToken()).toBe('second');
  expect(calls.at(-1)).toEqual({
    path: '/installations/given/authTokens:generate',
    body: undefined,
    secret: 'secret',
  });
});

test('[R-INS-03] a token that can’t be renewed yet is used as long as it lives', async () => {
  const tab = openTab();
  answers.push(registered('first', { authToken: token('first', 3) }));
  await tab.authToken();
  await vi.advanceTimersByTimeAsync(2.5 * HOUR_MS);
  isOnline = false;
  expect(await tab.authToken()).toBe('first');
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  await expect(tab.authToken()).rejects.toMatchObject({ code: 'app-offline' });
});

test('[F40] a refused token is renewed once, however many were refused with it', async () => {
  const tab = openTab();
  answers.push(registered('first'), answer(token('second')));
  tab.dropToken(await tab.authToken());
  expect(await tab.authToken()).toBe('second');
  tab.dropToken('first');
  expect(await tab.authToken()).toBe('second');
  expect(calls).toHaveLength(2);
});

test.each([
  ['F79', 'the server has lost its list of installations', failed('not-found', 404)],
  ['F41', 'the server refuses the secret', failed('unauthenticated', 401)],
])('[%s] %s: this one registers again under what it is given', async (_id, _what, refusal) => {
  const tab = openTab();
  answers.push(registered('first', { authToken: token('first', 1) }));
  await tab.authToken();
  const told = vi.fn();
  tab.subscribe(told);
  answers.push(refusal, registered('second', { fid: 'another' }));
  expect(await tab.authToken()).toBe('second');
  expect(calls.at(-1)).toMatchObject({ path: '/installations', body: { fid: 'given' }, secret: 'secret' });
  expect(tab.fid).toBe('another');
  expect(told).toHaveBeenCalledOnce();
});

test('[F80] of two copies of one device, the one that comes later gets an id of its own', async () => {
  answers.push(registered('first', { authToken: token('first', 1) }));
  await openTab().authToken();
  const copy = new Map(stored);
  answers.push(failed('unauthenticated', 401), registered('copy', { fid: 'copied' }));
  expect(await openTab().authToken()).toBe('copy');
  expect(record()).toMatchObject({ fid: 'copied' });
  stored = copy;
  expect(openTab().fid).toBe('given');
});

test('[R-ERR-11] each failure has its code and a sentence', async () => {
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
  answers.push(failed('not-found', 404));
  await expect(openTab().authToken()).rejects.toMatchObject({ code: 'installation-not-found' });
  answers.push(failed('permission-denied', 403));
  await expect(openTab().authToken()).rejects.toMatchObject({ code: 'request-failed' });
});

test('[R-ERR-11] an installation that is being registered can’t be forgotten', async () => {
  const tab = openTab();
  answers.push(never);
  const obtained = tab.authToken().catch(() => undefined);
  expect(() => tab.forget()).toThrow(expect.objectContaining({ code: 'delete-pending-registration' }));
  await vi.advanceTimersByTimeAsync(10_000);
  await obtained;
  const { fid } = tab;
  tab.forget();
  expect(tab.fid).not.toBe(fid);
});

test('[R-ERR-11] a token that comes for a forgotten installation is nobody’s: not-registered', async () => {
  const tab = openTab();
  answers.push(registered('first', { authToken: token('first', 0.5) }));
  await tab.authToken();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  let arrive = (_response: Response) => {};
  answers.push(() => new Promise((resolve) => (arrive = resolve)));
  const obtained = expect(tab.authToken()).rejects.toMatchObject({ code: 'not-registered' });
  await vi.advanceTimersByTimeAsync(0);
  tab.forget();
  arrive(await answer(token('late'))());
  await obtained;
});

test('[F53] with a storage that is full the installation lasts as long as the page', async () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  const fetch: Fetch = async () =>
    new Response(JSON.stringify({ fid: 'given', refreshToken: 's', authToken: token('t') }));
  const tab = createInstallation({
    app: APP,
    storage: full,
    fetch,
    origin: '',
    isOnline: () => true,
    now: Date.now,
  });
  expect(await tab.authToken()).toBe('t');
  expect(tab.fid).toBe('given');
  expect(await tab.authToken()).toBe('t');
});
