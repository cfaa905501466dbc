import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Accounts } from '#server/accounts/accounts.ts';
import { createAccounts } from '#server/accounts/create-accounts.ts';
import { isStaffAccount } from '#server/accounts/staff-rule.ts';
import { silentLog } from '#server/log.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { answerError } from '#server/http/answer-error.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { accountRoutes } from '#server/http/account-routes.ts';
import { createCsrf } from '#server/http/csrf.ts';
import type { Session } from '#shared/api/messages.ts';
import type { ErrorBody } from '#shared/kernel/app-error.ts';

const ORIGIN = 'http://localhost:8787';
const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse 9' };

let accounts: Accounts;
let app: Hono<AppEnv>;
let mails: Mail[];
let hashed: number;
let address: string;
let now: number;
/** The browser's cookies. */
let jar: Map<string, string>;

beforeEach(async () => {
  mails = [];
  hashed = 0;
  address = '203.0.113.7';
  now = Date.now();
  jar = new Map();
  accounts = await createAccounts({
    file: ':memory:',
    secret: 'x3J9-for-tests-only-0aQ7wE2rT5yU8iO1pLk',
    publicUrl: ORIGIN,
    allowedOrigins: [ORIGIN],
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    log: silentLog,
    clock: { now: () => now, offsetMinutes: () => 0 },
    hasher: {
      hash: async (password) => (hashed++, `hash of ${password}`),
      verify: async ({ hash, password }) => (hashed++, hash === `hash of ${password}`),
    },
  });
  const csrf = createCsrf({
    secret: 'csrf-secret',
    sessionCookieName: accounts.sessionCookieName,
    allowedOrigins: [ORIGIN],
    isHttps: false,
  });
  const isStaff = (account: { email: string; emailVerified: boolean }) =>
    isStaffAccount({ production: true, staffEmails: [ANN.email] }, account);
  app = new Hono<AppEnv>();
  app.onError(answerError(silentLog));
  app.route('/api/v1', accountRoutes({ accounts, csrf, isStaff, addressOf: () => address }));
});
afterEach(() => accounts.close());

/** A call as a browser makes it: cookies, origin, the anti-forgery cookie copied into its header. */
async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  if (jar.size > 0) headers['cookie'] = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  if (method !== 'GET') {
    Object.assign(headers, { origin: ORIGIN, 'content-type': 'application/json' });
    const token = jar.get('XSRF-TOKEN');
    if (token !== undefined) headers['x-xsrf-token'] = token;
  }
  const response = await app.request(ORIGIN + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (/max-age=0/i.test(cookie)) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }
  return response;
}

const signUp = (person = ANN) => call('POST', '/api/v1/auth/sign-up/email', person);
const signIn = (email: string, password: string) =>
  call('POST', '/api/v1/auth/sign-in/email', { email, password });
const session = async () => (await (await call('GET', '/api/v1/session')).json()) as Session;
const errorOf = async (response: Response) => ((await response.json()) as ErrorBody).error;

describe('signing up and in', () => {
  it('[R-AUT-02] [R-AUT-07] signing up signs in and sends one link that verifies the address', async () => {
    expect(await session()).toEqual({ account: null, isStaff: false });
    expect((await signUp()).status).toBe(200);
    expect(await session()).toMatchObject({
      account: { email: ANN.email, name: 'Ann', emailVerified: false },
    });
    expect(mails).toHaveLength(1);
    const link = /http\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    expect(link.startsWith(`${ORIGIN}/api/v1/auth/verify-email?token=`)).toBe(true);
    const verified = await call('GET', link.slice(ORIGIN.length));
    expect(verified.status).toBe(302);
    expect(verified.headers.get('location')).toBe('/');
    expect(await session()).toMatchObject({ account: { emailVerified: true } });
  });

  it('[R-AUT-01] [R-CAL-14] a person signs out and in again, verified or not', async () => {
    await signUp();
    expect((await call('POST', '/api/v1/auth/sign-out')).status).toBe(200);
    expect(await session()).toMatchObject({ account: null });
    expect((await signIn(ANN.email.toUpperCase(), ANN.password)).status).toBe(200);
    expect(await session()).toMatchObject({ account: { email: ANN.email } });
  });

  it('[R-ROL-03] in production somebody named in the settings is staff only once the address is verified', async () => {
    await signUp();
    expect(await session()).toMatchObject({ isStaff: false });
    await call('GET', (/http\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '').slice(ORIGIN.length));
    expect(await session()).toMatchObject({ isStaff: true });
  });

  it('[R-CAL-14] the session cookie is out of reach for scripts, and stays on this site', async () => {
    const cookies = (await signUp()).headers.getSetCookie();
    const cookie = cookies.find((value) => value.startsWith('nankeen.session_token='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });

  it('[T06] a session from before a sign-in is not the one after it, and ends with its sign-out', async () => {
    await signUp();
    const before = new Map(jar);
    await call('POST', '/api/v1/auth/sign-out');
    await signIn(ANN.email, ANN.password);
    expect(jar.get('nankeen.session_token')).not.toBe(before.get('nankeen.session_token'));
    jar = before;
    expect(await session()).toMatchObject({ account: null });
  });

  it('[R-AUT-01] the demo’s staff account signs in, also after its password was made anew', async () => {
    await accounts.ensureDemoStaff('staff@nankeen.example', 'first-password');
    await accounts.ensureDemoStaff('staff@nankeen.example', 'second-password');
    await accounts.ensureDemoStaff('staff@nankeen.example', 'second-password');
    expect((await signIn('staff@nankeen.example', 'first-password')).status).toBe(401);
    expect((await signIn('staff@nankeen.example', 'second-password')).status).toBe(200);
    expect(await session()).toMatchObject({ account: { emailVerified: true } });
    expect(mails).toEqual([]);
  });
});

describe('refusals', () => {
  it('[T08] [R-ERR-13] wrong password, unknown address and bad credential answer the same, after the same work', async () => {
    await signUp();
    jar.clear();
    const tries: [string, string][] = [
      [ANN.email, 'wrong password'],
      ['nobody@example.com', 'wrong password'],
      ['not an address', 'wrong password'],
      [ANN.email, 'x'.repeat(129)],
    ];
    const answers = [];
    for (const [email, password] of tries) {
      const before = hashed;
      const response = await signIn(email, password);
      answers.push({ status: response.status, body: await response.text(), hashes: hashed - before });
    }
    expect(answers[0]).toEqual({
      status: 401,
      body: JSON.stringify({
        error: {
          code: 'unauthenticated',
          message: 'Invalid email or password',
          reason: 'invalid-credential',
        },
      }),
      hashes: 1,
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers.slice(2).map(({ status, body }) => ({ status, body }))).toEqual(
      answers.slice(0, 2).map(({ status, body }) => ({ status, body })),
    );
  });

  it('[R-ERR-13] an address in use, a short password and a bad address are told by their codes', async () => {
    await signUp();
    jar.clear();
    expect(await errorOf(await signUp())).toMatchObject({
      code: 'already-exists',
      reason: 'email-already-in-use',
    });
    const short = await signUp({ ...ANN, email: 'bo@example.com', password: 'short' });
    expect(await errorOf(short)).toMatchObject({
      code: 'invalid-argument',
      reason: 'weak-password',
      path: 'password',
    });
    const bad = await signUp({ ...ANN, email: 'bo' });
    expect(await errorOf(bad)).toMatchObject({ code: 'invalid-argument' });
  });

  it('[T07] of many guesses at one account from many networks at most ten are looked at, until the wait is over', async () => {
    await signUp();
    jar.clear();
    const before = hashed;
    for (let guess = 0; guess < 30; guess++) {
      address = `198.51.${guess}.9`;
      await signIn(ANN.email, `guess number ${guess}`);
    }
    expect(hashed - before).toBe(10);
    const refused = await signIn(ANN.email, ANN.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    now += 901_000;
    expect((await signIn(ANN.email, ANN.password)).status).toBe(200);
  });

  it('[T07] guesses at many accounts from one IPv6 /64 are stopped after twenty', async () => {
    const before = hashed;
    for (let guess = 0; guess < 40; guess++) {
      address = `2001:db8:1:2::${guess.toString(16)}`;
      await signIn(`person${guess}@example.com`, 'wrong password');
    }
    expect(hashed - before).toBe(20);
  });

  it('[T41] a caller’s own forwarding header does not give it another address', async () => {
    const statuses = [];
    for (let guess = 0; guess < 22; guess++) {
      const response = await app.request(`${ORIGIN}/api/v1/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `192.0.2.${guess}`,
          'x-nankeen-address': `192.0.2.${guess}`,
        },
        body: JSON.stringify({ email: `p${guess}@example.com`, password: 'wrong password' }),
      });
      statuses.push(response.status);
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it('[T38] one address gets at most three mails an hour', async () => {
    await signUp();
    for (let count = 0; count < 6; count++) {
      await call('POST', '/api/v1/auth/send-verification-email', { email: ANN.email });
    }
    expect(mails).toHaveLength(3);
  });

  it('[T10] a body above 8 KiB and calls the app never makes are refused', async () => {
    expect((await signIn('a'.repeat(9000), 'x')).status).toBe(413);
    expect((await call('POST', '/api/v1/auth/delete-user', {})).status).toBe(404);
    expect((await call('GET', '/api/v1/auth/ok')).status).toBe(404);
  });

  it('[R-AUT-07] a mail server that is down does not stop a sign-up', async () => {
    mails.push = () => {
      throw new Error('mail server down');
    };
    expect((await signUp()).status).toBe(200);
  });
});

describe('forged calls', () => {
  it('[R-CAL-20] [T05] a signed-in call needs the token of its own session in the header', async () => {
    await signUp();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const token = jar.get('XSRF-TOKEN') ?? '';
    const signOut = (headers: Record<string, string>) =>
      app.request(`${ORIGIN}/api/v1/auth/sign-out`, { method: 'POST', headers, body: '{}' });
    const json = { 'content-type': 'application/json' };

    const planted = cookie.replace(token, 'planted.token');
    const refused: Record<string, string>[] = [
      { cookie, origin: ORIGIN, ...json },
      { cookie, origin: 'https://evil.example', 'x-xsrf-token': token, ...json },
      { cookie, origin: 'null', 'x-xsrf-token': token, ...json },
      { cookie, 'x-xsrf-token': token, ...json },
      { cookie, origin: ORIGIN, 'sec-fetch-site': 'cross-site', 'x-xsrf-token': token, ...json },
      { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-site', 'x-xsrf-token': token, ...json },
      { cookie: planted, origin: ORIGIN, 'x-xsrf-token': 'planted.token', ...json },
      { cookie, origin: 'https://evil.example', 'content-type': 'text/plain' },
    ];
    for (const headers of refused) {
      const response = await signOut(headers);
      expect([response.status, headers]).toEqual([403, headers]);
      expect(await errorOf(response)).toMatchObject({ code: 'permission-denied' });
    }
    expect((await signOut({ cookie, origin: ORIGIN, 'x-xsrf-token': token, ...json })).status).toBe(200);
  });

  it('[T05] the token of another session is refused', async () => {
    await signUp();
    const other = jar.get('XSRF-TOKEN') ?? '';
    jar.clear();
    await signUp({ ...ANN, email: 'bo@example.com' });
    jar.set('XSRF-TOKEN', other);
    expect((await call('POST', '/api/v1/auth/sign-out')).status).toBe(403);
  });

  it('[T11] a sign-in form on a foreign page is refused', async () => {
    await signUp();
    const response = await app.request(`${ORIGIN}/api/v1/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ email: ANN.email, password: ANN.password }).toString(),
    });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('[R-CAL-20] the cookie is given with the first look at the session and kept while it fits', async () => {
    await call('GET', '/api/v1/session');
    const first = jar.get('XSRF-TOKEN');
    expect(first).toBeTruthy();
    await call('GET', '/api/v1/session');
    expect(jar.get('XSRF-TOKEN')).toBe(first);
    await signUp();
    expect(jar.get('XSRF-TOKEN')).not.toBe(first);
  });
});
