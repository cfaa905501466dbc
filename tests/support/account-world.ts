import type { Hono } from 'hono';
import { expect } from 'vitest';
import type { AccountDeletion } from '#server/accounts/account-deletion.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { AccountTables, SessionRow } from '#server/accounts/account-tables.ts';
import type { GoogleSettings } from '#server/accounts/google-settings.ts';
import type { SessionReader } from '#server/accounts/session-reader.ts';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';
import { createContext } from '#server/context.ts';
import type { AccountStorage, Storage } from '#server/storage.ts';
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
import { openSqliteStorage } from '#server/stores/sqlite/open-storage.ts';
import { createMemoryStorage, openAccountStorage, toAccountsDatabase } from './memory-storage.ts';
import { quickHasher } from './quick-hasher.ts';
import { toCodeAt } from './code-app.ts';
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
  /** With a recovery code if the account has a code app. */
  signIn(email: string, password: string): Promise<Response>;
  giveFirstFactor(email: string, password: string): Promise<Response>;
  /** Gives the second factor. */
  answer(code: string): Promise<Response>;
  /** Sends the newest mail's token, as the page of its link does. */
  verify(password?: string): Promise<Response>;
  /** Sends the newest mail's token with a new password, as the page of a reset link does. */
  reset(password: string): Promise<Response>;
  session(): Promise<Session>;
  /** Sets up a code app for the signed-in account, which has just confirmed its identity. */
  addCodeApp(): Promise<CodeApp>;
}

export interface CodeApp {
  readonly key: string;
  /** The code that it shows now, or some steps of 30 seconds later. */
  code(stepsLater?: number): string;
  readonly recoveryCodes: readonly string[];
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
  readonly storage: Storage;
  readonly accountDeletion: AccountDeletion;
  /** Another browser. */
  newBrowser(): TestBrowser;
  /** Number of passwords hashed or verified. */
  hashCount(): number;
  /** Number of rows written to the accounts file, attempt counts included. */
  rowsWritten(): Promise<number>;
  /** Number of mails that were sent, those to nobody included. */
  sentMails(): Promise<number>;
  /** Changes the browser's network address. */
  moveTo(address: string): void;
  failMails(): void;
  /** The rows of the sign-in methods. */
  storedAccounts(): readonly object[];
  /** The rows of code apps and recovery codes. */
  storedFactors(): readonly object[];
  /** Makes an account's address unverified again, in sessions that go on: as in data of earlier versions. */
  unverify(email?: string): void;
  close(): Promise<void>;
}

export interface AccountWorldOptions {
  readonly clock?: TestClock;
  /** Path of the accounts' database; in memory by default. */
  readonly file?: string;
  /** Empty data folder for the whole server's files; in memory by default, but for the accounts. */
  readonly folder?: string;
  /** Stores instead of those in memory. */
  readonly parts?: Partial<Storage>;
  /** Only Ann by default. */
  readonly staffEmails?: readonly string[];
  /** Address of the store; `ORIGIN` by default. */
  readonly origin?: string;
  readonly log?: Log;
  /** Who is told of new enquiries, with a folder; by default nobody. */
  readonly shopAddress?: string;
  /** By default, every session counts as one with a second factor. */
  readonly asksSecondFactor?: boolean;
  /** True by default. */
  readonly production?: boolean;
  /** Without it there is no sign-in with Google. */
  readonly google?: GoogleSettings;
  /** Runs before each hash of a new password. */
  readonly beforeHash?: (password: string) => Promise<void>;
  /** Runs before each check of a password. */
  readonly beforePasswordCheck?: () => Promise<void>;
  /** Runs before each call of the accounts' tables, so that other requests come in between. */
  readonly beforeTableCall?: (name: string) => Promise<void>;
}

export async function createAccountWorld(options: AccountWorldOptions = {}): Promise<AccountWorld> {
  const { origin = ORIGIN } = options;
  const mails: Mail[] = [];
  const clock = options.clock ?? createTestClock();
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
    ...(options.folder === undefined ? {} : { dataDir: options.folder, filesDir: options.folder }),
  };
  const onDisk =
    options.folder === undefined
      ? undefined
      : openSqliteStorage({
          folder: options.folder,
          holder: { pid: process.pid },
          isReading: false,
          clock,
          rejectedBytes: 1e6,
          shopAddress: options.shopAddress,
          checks: false,
          log: silentLog,
        });
  const opened = onDisk?.accounts ?? options.parts?.accounts ?? openAccountStorage(options.file);
  const stored = options.asksSecondFactor === true ? opened : withSecondFactors(opened);
  const { beforeTableCall } = options;
  const accountStorage = beforeTableCall ? withPauses(stored, beforeTableCall) : stored;
  const storage = onDisk
    ? { ...onDisk, accounts: accountStorage }
    : createMemoryStorage(clock, { ...options.parts, accounts: accountStorage });
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
      async hash(password) {
        hashes++;
        await options.beforeHash?.(password);
        return quickHasher.hash(password);
      },
      async verify(candidate) {
        hashes++;
        await options.beforePasswordCheck?.();
        return quickHasher.verify(candidate);
      },
    },
  });
  context.mails.start();
  const app = createServerApp(context);

  const database = () => toAccountsDatabase(accountStorage);
  const { production: isProduction } = config;
  const codeApps = new Map<string, string[]>();
  const newBrowser = () => createBrowser(app, { origin, mails, isProduction, clock, codeApps });
  return {
    ...newBrowser(),
    newBrowser,
    accounts: context.accounts,
    staffGrants: storage.staffGrants,
    readSession: context.readSession,
    payments: storage.payments,
    storage,
    accountDeletion: context.accountDeletion,
    app,
    clock,
    mails,
    hashCount: () => hashes,
    rowsWritten: async () => {
      await accountStorage.tables.flush();
      return Number(database().prepare('SELECT total_changes()').pluck().get());
    },
    sentMails: () => storage.mails.count('sent'),
    moveTo: (to) => void (address = to),
    failMails: () => void (areMailsFailing = true),
    storedFactors: () =>
      ['twoFactor', 'recoveryCode'].flatMap((table) =>
        database().prepare<[], object>(`SELECT * FROM ${table}`).all(),
      ),
    storedAccounts: () => database().prepare<[], object>('SELECT * FROM account').all(),
    unverify(email = ANN.email) {
      database()
        .prepare('UPDATE user SET emailVerified = 0, emailVerifiedAt = NULL WHERE email = ?')
        .run(email);
      database()
        .prepare(
          'UPDATE session SET emailVerifiedAt = NULL WHERE userId = (SELECT id FROM user WHERE email = ?)',
        )
        .run(email);
    },
    async close() {
      await context.close();
      if (options.parts?.accounts === undefined && database().open) database().close();
    },
  };
}

interface BrowserOptions {
  readonly origin: string;
  readonly mails: readonly Mail[];
  readonly isProduction: boolean;
  readonly clock: TestClock;
  /** Unused recovery codes by address. */
  readonly codeApps: Map<string, string[]>;
}

function createBrowser(app: Hono<AppEnv>, options: BrowserOptions): TestBrowser {
  const { origin, mails, isProduction, clock, codeApps } = options;
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

  let ownPassword = ANN.password;
  const sendSignUp = (person = ANN) => {
    ownPassword = person.password;
    return call('POST', '/api/v1/auth/sign-up/email', person);
  };
  async function verify(password?: string): Promise<Response> {
    await expect.poll(() => newestToken(mails)).not.toBe('');
    const body = { token: newestToken(mails), password };
    const response = await call('POST', '/api/v1/account/verify', body);
    await enrol(password ?? ownPassword);
    return response;
  }
  /** As staff do in production. */
  async function enrol(password: string): Promise<void> {
    if (!(await session()).needs) return;
    await call('POST', '/api/v1/account/confirm', { password });
    await addCodeApp();
  }
  const giveFirstFactor = (email: string, password: string) =>
    call('POST', '/api/v1/auth/sign-in/email', { email, password });
  const answer = (code: string) => call('POST', '/api/v1/account/second-factor', { code });
  async function signIn(email: string, password: string): Promise<Response> {
    const response = await giveFirstFactor(email, password);
    const code = codeApps.get(email.toLowerCase())?.at(-1);
    const isAsked = response.headers.getSetCookie().some((cookie) => /second_factor=\w/.test(cookie));
    if (!isAsked || code === undefined) return response;
    codeApps.get(email.toLowerCase())?.pop();
    return answer(code);
  }
  const session = async () => (await (await call('GET', '/api/v1/session')).json()) as Session;
  async function addCodeApp(): Promise<CodeApp> {
    const begun = (await (await call('POST', '/api/v1/account/totp/enable')).json()) as { key: string };
    const code = (stepsLater = 0) => toCodeAt(begun.key, clock.now() + stepsLater * 30_000);
    const response = await call('POST', '/api/v1/account/totp/verify', { code: code() });
    const { recoveryCodes } = (await response.json()) as { recoveryCodes: readonly string[] };
    codeApps.set((await session()).account?.email ?? '', [...recoveryCodes]);
    return { key: begun.key, code, recoveryCodes };
  }
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
      if (!confirmed.ok) return confirmed;
      return signIn((person ?? ANN).email, (person ?? ANN).password);
    },
    signIn,
    reset: (password) =>
      call('POST', '/api/v1/account/reset/confirm', { token: newestToken(mails), password }),
    giveFirstFactor,
    answer,
    addCodeApp,
    session,
  };
}

function withSecondFactors({ tables, ...storage }: AccountStorage): AccountStorage {
  const withFactor = (row: SessionRow | undefined) => row && { ...row, hasSecondFactor: true };
  const session: AccountTables['session'] = async (id) => withFactor(await tables.session(id));
  const watchedSession: AccountTables['watchedSession'] = (id) => withFactor(tables.watchedSession(id));
  return { ...storage, tables: { ...tables, session, watchedSession } };
}

function withPauses(
  { tables, ...storage }: AccountStorage,
  pause: (name: string) => Promise<void>,
): AccountStorage {
  const paused = new Proxy(tables, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function' || typeof name !== 'string' || name === 'watchedSession') return found;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        await pause(name);
        return Reflect.apply(found, target, args);
      };
    },
  });
  return { ...storage, tables: paused };
}

export function toCookieHeader(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** The first link of the newest mail. */
export function newestLink(mails: readonly Mail[]): string {
  return /http\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
}

/** The token of the newest mail with one. */
export function newestToken(mails: readonly Mail[]): string {
  return mails.flatMap(({ text }) => /http\S+#(\w+)/.exec(text)?.[1] ?? []).at(-1) ?? '';
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
