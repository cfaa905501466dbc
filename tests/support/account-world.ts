import type { Hono } from 'hono';
import { expect } from 'vitest';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { GoogleSettings } from '#server/accounts/google-settings.ts';
import type { SessionReader } from '#server/accounts/session-reader.ts';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';
import { createContext } from '#server/context.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Log } from '#server/log.ts';
import { silentLog } from './silent-log.ts';
import type { Mail } from '#server/mail/mailer.ts';
import type { PaymentStore } from '#server/payments/payment-store.ts';
import { createServerApp } from '#server/server-app.ts';
import type { Session } from '#shared/api/messages.ts';
import { readCsrfCookie } from '#shared/api/routes.ts';
import type { ErrorBody } from '#shared/kernel/app-error.ts';
import { TEST_CONFIG, TEST_SECRETS } from './core-server.ts';
import { createMemoryStorage, openAccountStorage } from './memory-storage.ts';
import { quickHasher } from './quick-hasher.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export const ORIGIN = 'http://localhost:8787';
export const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse 9' };

/** A browser with its cookies. */
export interface TestBrowser {
  readonly jar: Map<string, string>;
  /** Sends cookies, origin and the CSRF token in its header, as a browser does. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  sendSignUp(person?: typeof ANN): Promise<Response>;
  /** Signs up; in production it confirms the address, too, and signs in. @returns the last response */
  signUp(person?: typeof ANN): Promise<Response>;
  signIn(email: string, password: string): Promise<Response>;
  /** Sends the newest mail's token, as the page of its link does. */
  verify(password?: string): Promise<Response>;
  /** Sends the newest mail's token with a new password, as the page of a reset link does. */
  reset(password: string): Promise<Response>;
  session(): Promise<Session>;
}

/** A server in production mode with real accounts, Ann as staff, and one browser as its client. */
export interface AccountWorld extends TestBrowser {
  readonly accounts: Accounts;
  readonly staffGrants: StaffGrants;
  readonly readSession: SessionReader;
  readonly payments: PaymentStore;
  readonly app: Hono<AppEnv>;
  readonly clock: TestClock;
  readonly mails: Mail[];
  /** Another browser. */
  newBrowser(): TestBrowser;
  /** Number of passwords hashed or verified. */
  hashCount(): number;
  /** Number of rows written to the accounts file, attempt counts included. */
  rowsWritten(): number;
  /** Changes the browser's network address. */
  moveTo(address: string): void;
  failMails(): void;
  /** The rows of the sign-in methods. */
  storedAccounts(): readonly object[];
  /** Makes an account's address unverified again, in sessions that go on: as in data of earlier versions. */
  unverify(email?: string): void;
  close(): Promise<void>;
}

interface AccountWorldOptions {
  /** Path of the accounts' database; in memory by default. */
  readonly file?: string;
  /** Only Ann by default. */
  readonly staffEmails?: readonly string[];
  /** Address of the store; `ORIGIN` by default. */
  readonly origin?: string;
  readonly log?: Log;
  /** True by default. */
  readonly production?: boolean;
  /** Without it there is no sign-in with Google. */
  readonly google?: GoogleSettings;
  /** Runs before each check of a password. */
  readonly beforePasswordCheck?: () => Promise<void>;
}

export async function createAccountWorld(options: AccountWorldOptions = {}): Promise<AccountWorld> {
  const { origin = ORIGIN } = options;
  const mails: Mail[] = [];
  const clock = createTestClock();
  let hashes = 0;
  let address = '203.0.113.7';
  let areMailsFailing = false;
  const config = {
    ...TEST_CONFIG,
    publicUrl: origin,
    allowedOrigins: [origin],
    production: options.production ?? true,
    staffEmails: options.staffEmails ?? [ANN.email],
    google: options.google,
  };
  const accountStorage = openAccountStorage(options.file);
  const storage = createMemoryStorage(clock, { accounts: accountStorage });
  const context = createContext(config, {
    secrets: TEST_SECRETS,
    clock,
    storage,
    log: options.log ?? silentLog,
    addressOf: () => address,
    mailer: {
      async send(mail) {
        if (areMailsFailing) throw new Error('The mail server is down.');
        mails.push(mail);
      },
    },
    hasher: {
      hash: (password) => (hashes++, quickHasher.hash(password)),
      async verify(candidate) {
        hashes++;
        await options.beforePasswordCheck?.();
        return quickHasher.verify(candidate);
      },
    },
  });
  context.mails.start();
  const app = createServerApp(context);

  const { production: isProduction } = config;
  const newBrowser = () => createBrowser(app, { origin, mails, isProduction });
  return {
    ...newBrowser(),
    newBrowser,
    accounts: context.accounts,
    staffGrants: storage.staffGrants,
    readSession: context.readSession,
    payments: storage.payments,
    app,
    clock,
    mails,
    hashCount: () => hashes,
    rowsWritten: () => {
      accountStorage.tables.flush();
      const { database } = accountStorage;
      return Number(database.prepare('SELECT total_changes()').pluck().get());
    },
    moveTo: (to) => void (address = to),
    failMails: () => void (areMailsFailing = true),
    storedAccounts: () => accountStorage.database.prepare<[], object>('SELECT * FROM account').all(),
    unverify(email = ANN.email) {
      const { database } = accountStorage;
      database
        .prepare('UPDATE user SET emailVerified = 0, emailVerifiedAt = NULL WHERE email = ?')
        .run(email);
      database
        .prepare(
          'UPDATE session SET emailVerifiedAt = NULL WHERE userId = (SELECT id FROM user WHERE email = ?)',
        )
        .run(email);
    },
    async close() {
      await context.close();
      accountStorage.database.close();
    },
  };
}

interface BrowserOptions {
  readonly origin: string;
  readonly mails: readonly Mail[];
  readonly isProduction: boolean;
}

function createBrowser(app: Hono<AppEnv>, { origin, mails, isProduction }: BrowserOptions): TestBrowser {
  const jar = new Map<string, string>();

  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = {};
    if (jar.size > 0) headers['cookie'] = toCookieHeader(jar);
    if (method !== 'GET') {
      Object.assign(headers, { origin, 'content-type': 'application/json' });
      const token = readCsrfCookie(toCookieHeader(jar));
      if (token !== undefined) headers['x-xsrf-token'] = token;
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await app.request(origin + path, init);
    keepCookies(jar, response);
    return response;
  }

  const sendSignUp = (person = ANN) => call('POST', '/api/v1/auth/sign-up/email', person);
  async function verify(password?: string): Promise<Response> {
    await expect.poll(() => newestToken(mails)).not.toBe('');
    return call('POST', '/api/v1/account/verify', { token: newestToken(mails), password });
  }
  const signIn = (email: string, password: string) =>
    call('POST', '/api/v1/auth/sign-in/email', { email, password });
  return {
    jar,
    call,
    sendSignUp,
    verify,
    async signUp(person) {
      const before = mails.length;
      const response = await sendSignUp(person);
      if (!response.ok || !isProduction) return response;
      await expect.poll(() => mails.length).toBeGreaterThan(before);
      const confirmed = await verify();
      return confirmed.ok ? signIn((person ?? ANN).email, (person ?? ANN).password) : confirmed;
    },
    signIn,
    reset: (password) =>
      call('POST', '/api/v1/account/reset/confirm', { token: newestToken(mails), password }),
    session: async () => (await (await call('GET', '/api/v1/session')).json()) as Session,
  };
}

export function toCookieHeader(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** The first link of the newest mail. */
export function newestLink(mails: readonly Mail[]): string {
  return /http\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
}

/** The token of the newest mail's link. */
export function newestToken(mails: readonly Mail[]): string {
  return newestLink(mails).split('#')[1] ?? '';
}

export async function errorOf(response: Response): Promise<ErrorBody['error']> {
  return ((await response.json()) as ErrorBody).error;
}

/** Stores the cookies of a response as a browser does. */
export function keepCookies(jar: Map<string, string>, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (/max-age=0/i.test(cookie)) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }
}
