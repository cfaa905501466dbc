import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedSession } from '#shared/api/account-routes.ts';
import {
  ANN,
  createAccountWorld,
  errorOf,
  toCookieHeader,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import { createStreamReader } from '../support/stream-reader.ts';

const SESSIONS = '/api/v1/account/sessions';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: AccountWorld;
beforeEach(async () => void (world = await createAccountWorld({ staffEmails: [] })));
afterEach(() => world.close());

/** Another browser that is signed in as Ann. */
async function signInElsewhere(): Promise<TestBrowser> {
  const browser = world.newBrowser();
  expect((await browser.signIn(ANN.email, ANN.password)).status).toBe(200);
  return browser;
}

const isSignedIn = async (browser: TestBrowser) => (await browser.session()).account !== null;

async function listIn(browser: TestBrowser): Promise<readonly ListedSession[]> {
  const response = await browser.call('GET', SESSIONS);
  expect(response.status).toBe(200);
  return ((await response.json()) as { sessions: ListedSession[] }).sessions;
}

describe('the list of sessions', () => {
  test('[AU7] names when each was made and last used, and marks the one of the call', async () => {
    await world.signUp();
    const began = new Date(world.clock.now()).toISOString();
    world.clock.advance(20 * MINUTE);
    const phone = await signInElsewhere();
    expect(await listIn(phone)).toEqual([
      {
        id: expect.any(String),
        isCurrent: true,
        beganAt: expect.any(String),
        usedAt: expect.any(String),
        browser: null,
        system: null,
      },
      {
        id: expect.any(String),
        isCurrent: false,
        beganAt: began,
        usedAt: began,
        browser: null,
        system: null,
      },
    ]);
    const used = new Date(world.clock.now()).toISOString();
    await world.session();
    expect((await listIn(phone))[1]).toMatchObject({ beganAt: began, usedAt: used });
  });

  test('[AU7] names browser and system in words', async () => {
    await world.signUp();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
    await world.app.request('http://localhost:8787/api/v1/auth/sign-in/email', {
      method: 'POST',
      headers: { origin: 'http://localhost:8787', 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ email: ANN.email, password: ANN.password }),
    });
    expect(await listIn(world)).toContainEqual(
      expect.objectContaining({ isCurrent: false, browser: 'Firefox', system: 'Linux' }),
    );
  });

  test('[AU7] an account has at most 20 sessions: the oldest ends', async () => {
    await world.signUp();
    const browsers = [];
    for (let count = 0; count < 20; count++) {
      world.clock.advance(MINUTE);
      browsers.push(await signInElsewhere());
    }
    expect(await isSignedIn(world)).toBe(false);
    expect(await listIn(browsers[0] as TestBrowser)).toHaveLength(20);
  });

  test('[AU7] shows no session of another account, and ends none', async () => {
    await world.signUp();
    const [own] = await listIn(world);
    const bob = world.newBrowser();
    await bob.signUp({ name: 'Bob', email: 'bob@example.com', password: 'another horse 7' });
    expect(await listIn(bob)).toHaveLength(1);
    expect((await bob.call('DELETE', `${SESSIONS}/${own?.id}`)).status).toBe(404);
    await bob.call('DELETE', SESSIONS);
    expect(await isSignedIn(world)).toBe(true);
  });
});

describe('ending a session', () => {
  test('[AU7] ends one, or all others, and their streams within two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      await world.signUp();
      const [phone, tablet, desk] = [
        await signInElsewhere(),
        await signInElsewhere(),
        await signInElsewhere(),
      ];
      const open = async (browser: TestBrowser) => {
        const headers = { cookie: toCookieHeader(browser.jar) };
        const reader = createStreamReader(
          await world.app.request('http://localhost:8787/api/v1/testing/data/stream', { headers }),
        );
        expect((await reader.next())?.event).toBe('hello');
        return reader;
      };
      const [onPhone, onTablet] = [await open(phone), await open(tablet)];
      const [oldest] = (await listIn(desk)).filter(({ isCurrent }) => !isCurrent);
      expect((await desk.call('DELETE', `${SESSIONS}/${oldest?.id}`)).status).toBe(200);
      expect((await listIn(desk)).map(({ id }) => id)).not.toContain(oldest?.id);
      expect((await desk.call('DELETE', SESSIONS)).status).toBe(200);
      await vi.advanceTimersByTimeAsync(2000);
      expect([await onPhone.next(), await onTablet.next()]).toEqual([undefined, undefined]);
      for (const ended of [world, phone, tablet]) expect(await isSignedIn(ended)).toBe(false);
      expect(await listIn(desk)).toEqual([expect.objectContaining({ isCurrent: true })]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('[AU7] a sign-in ends the earlier session of its browser, and no other one', async () => {
    await world.signUp();
    const phone = await signInElsewhere();
    const before = new Map(world.jar);
    expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
    expect(await isSignedIn(world)).toBe(true);
    expect(await isSignedIn(phone)).toBe(true);
    world.jar.clear();
    for (const [name, value] of before) world.jar.set(name, value);
    expect(await isSignedIn(world)).toBe(false);
  });
});

describe('the end of a session', () => {
  const useEvery = async (stepMs: number, untilMs: number) => {
    for (let at = stepMs; at < untilMs; at += stepMs) {
      world.clock.advance(stepMs);
      if (!(await isSignedIn(world))) return at;
    }
    return undefined;
  };

  test.each([
    ['a customer', undefined, 30, 90],
    ['staff', 'staff', 7, 30],
    ['a manager', 'manager', 7, 30],
  ] as const)(
    '[AU7] of %s comes without use and after a longest time',
    async (_who, role, unusedDays, longestDays) => {
      if (role) await world.staffGrants.grant({ email: ANN.email, role, at: 0, by: 'admin' });
      await world.signUp();
      await world.verify();
      const end = Date.parse((await world.session()).account?.expiresAt ?? '') - world.clock.now();
      expect(end).toBe(unusedDays * DAY);
      world.clock.advance(unusedDays * DAY - MINUTE);
      expect(await isSignedIn(world)).toBe(true);
      world.clock.advance(unusedDays * DAY);
      expect(await isSignedIn(world)).toBe(false);

      await world.signIn(ANN.email, ANN.password);
      const ended = await useEvery((unusedDays - 1) * DAY, 2 * longestDays * DAY);
      expect(ended).toBe(Math.ceil(longestDays / (unusedDays - 1)) * (unusedDays - 1) * DAY);
    },
  );
});

describe('confirming who it is', () => {
  test('[AU6] the password counts for ten minutes, as does a sign-in with it', async () => {
    await world.signUp();
    const until = async () => (await world.session()).isConfirmedUntil;
    expect(Date.parse((await until()) ?? '')).toBe(world.clock.now() + 10 * MINUTE);
    world.clock.advance(10 * MINUTE);
    expect(await until()).toBeUndefined();
    const refused = await world.call('DELETE', SESSIONS);
    expect([refused.status, (await errorOf(refused)).reason]).toEqual([403, 'CONFIRM_IDENTITY']);

    const wrong = await world.call('POST', '/api/v1/account/confirm', { password: 'a wrong one' });
    expect([wrong.status, (await errorOf(wrong)).reason]).toEqual([403, 'wrong-password']);
    expect((await world.call('DELETE', SESSIONS)).status).toBe(403);
    expect((await world.call('POST', '/api/v1/account/confirm', { password: ANN.password })).status).toBe(
      200,
    );
    expect(Date.parse((await until()) ?? '')).toBe(world.clock.now() + 10 * MINUTE);
    expect((await world.call('DELETE', SESSIONS)).status).toBe(200);
  });

  test('[AU6] is asked for by the calls of managers that change accounts', async () => {
    await world.staffGrants.grant({ email: ANN.email, role: 'manager', at: 0, by: 'admin' });
    await world.signUp();
    world.clock.advance(10 * 60_000);
    const email = 'kim@shop.example';
    for (const [path, body] of [
      ['staff', { email }],
      ['staff/revoke', { email }],
      ['accounts/disable', { email }],
      ['accounts/enable', { email }],
      ['accounts/end-sessions', { email }],
      ['accounts/end-all-sessions', { of: 'everybody' }],
    ] as const) {
      const refused = await world.call('POST', `/api/v1/admin/${path}`, body);
      expect([path, refused.status, (await errorOf(refused)).reason]).toEqual([
        path,
        403,
        'CONFIRM_IDENTITY',
      ]);
    }
  });

  test('[AU6] of guesses at the password only ten are checked until the wait is over', async () => {
    await world.signUp();
    const guess = (password: string) => world.call('POST', '/api/v1/account/confirm', { password });
    for (let count = 0; count < 10; count++) expect((await guess(`guess ${count}`)).status).toBe(403);
    const checked = world.hashCount();
    expect((await guess(ANN.password)).status).toBe(429);
    expect(world.hashCount()).toBe(checked);
    expect((await guess(ANN.password)).headers.get('retry-after')).toBe('60');
    world.clock.advance(MINUTE);
    expect((await guess(ANN.password)).status).toBe(200);
  });
});

test('[AU8] no response of an account route carries the token of a session', async () => {
  const bodies: string[] = [];
  const tokens: string[] = [];
  const call = async (method: string, path: string, body?: unknown, as: TestBrowser = world) => {
    const response = await as.call(method, path, body);
    bodies.push(await response.text());
    for (const [name, value] of as.jar) {
      if (name.includes('session_token')) tokens.push(decodeURIComponent(value).split('.')[0] ?? '');
    }
    return response.status;
  };
  const phone = world.newBrowser();
  const { email, password } = ANN;
  const token = () => world.mails.at(-1)?.text.split('#')[1]?.split('\n')[0];
  expect(await call('POST', '/api/v1/auth/sign-up/email', ANN)).toBe(200);
  await expect.poll(() => world.mails.length).toBe(1);
  expect(await call('POST', '/api/v1/account/verify/link', { token: token() })).toBe(200);
  expect(await call('POST', '/api/v1/account/verify', { token: token() })).toBe(200);
  expect(await call('POST', '/api/v1/account/verify/send', { email })).toBe(200);
  expect(await call('POST', '/api/v1/auth/sign-in/email', { email, password }, phone)).toBe(200);
  expect(await call('POST', '/api/v1/account/confirm', { password })).toBe(200);
  expect(await call('POST', '/api/v1/auth/sign-in/email', { email, password })).toBe(200);
  expect(await call('GET', '/api/v1/session')).toBe(200);
  expect(await call('GET', SESSIONS)).toBe(200);
  expect(await call('DELETE', `${SESSIONS}/none`)).toBe(404);
  expect(await call('DELETE', SESSIONS)).toBe(200);
  for (const path of ['get-session', 'list-sessions']) {
    expect(await call('GET', `/api/v1/auth/${path}`)).toBe(404);
  }
  expect(await call('POST', '/api/v1/auth/sign-out')).toBe(200);
  expect(new Set(tokens).size).toBeGreaterThanOrEqual(3);
  for (const one of tokens) for (const body of bodies) expect(body).not.toContain(one);
});
