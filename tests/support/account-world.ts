import type { Hono } from 'hono';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { GoogleSettings } from '#server/accounts/google-settings.ts';
import type { SessionReader } from '#server/accounts/session-reader.ts';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';
import { createContext } from '#server/context.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Log } from '#server/log.ts';
import { silentLog } from './silent-log.ts';
import type { Mail } from '#server/mail/mailer.ts';
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
  signUp(person?: typeof ANN): Promise<Response>;
  signIn(email: string, password: string): Promise<Response>;
  /** Sends the newest mail's token, as the page of its link does. */
  verify(password?: string): Promise<Response>;
  session(): Promise<Session>;
}

/** A server in production mode with real accounts, Ann as staff, and one browser as its client. */
export interface AccountWorld extends TestBrowser {
  readonly accounts: Accounts;
  readonly staffGrants: StaffGrants;
  readonly readSession: SessionReader;
  readonly app: Hono<AppEnv>;
  readonly clock: TestClock;
  readonly mails: Mail[];
  /** Another browser. */
  newBrowser(): TestBrowser;
  /** Number of passwords hashed or verified. */
  hashCount(): number;
  /** Changes the browser's network address. */
  moveTo(address: string): void;
  failMails(): void;
  /** The rows of the sign-in methods. */
  storedAccounts(): readonly object[];
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

  const newBrowser = () => createBrowser(app, origin, () => newestToken(mails));
  return {
    ...newBrowser(),
    newBrowser,
    accounts: context.accounts,
    staffGrants: storage.staffGrants,
    readSession: context.readSession,
    app,
    clock,
    mails,
    hashCount: () => hashes,
    moveTo: (to) => void (address = to),
    failMails: () => void (areMailsFailing = true),
    storedAccounts: () => accountStorage.database.prepare<[], object>('SELECT * FROM account').all(),
    async close() {
      await context.close();
      accountStorage.database.close();
    },
  };
}

function createBrowser(app: Hono<AppEnv>, origin: string, token: () => string): TestBrowser {
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

  return {
    jar,
    call,
    signUp: (person = ANN) => call('POST', '/api/v1/auth/sign-up/email', person),
    signIn: (email, password) => call('POST', '/api/v1/auth/sign-in/email', { email, password }),
    verify: (password) => call('POST', '/api/v1/account/verify', { token: token(), password }),
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
