import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { ACCESS_CODE_HEADER, CSRF_HEADER } from '#shared/api/routes.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createContext, type Overrides, type ServerContext } from '#server/context.ts';
import { keepInProcess } from '#server/devices/access-code.ts';
import { AUTH_TOKEN_SECONDS, signDeviceToken } from '#server/devices/device-tokens.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createServerApp } from '#server/server-app.ts';
import { toCookieHeader } from '../support/account-world.ts';
import { TEST_SECRETS } from '../support/core-server.ts';
import { toAccountsDatabase } from '../support/memory-storage.ts';
import { quickHasher } from '../support/quick-hasher.ts';
import { silentLog } from '../support/silent-log.ts';
import type { CallerName } from './access-matrix.ts';

const ORIGIN = 'http://localhost:8787';
const PASSWORD = 'correct horse 9 battery';

const INSTALLATION = { fid: 'ada', appId: 'shop', authVersion: 'v2', sdkVersion: '1' };

/** Strings that no response to any caller may contain. */
export const SECRETS: readonly string[] = [
  TEST_SECRETS.tokenSecret,
  TEST_SECRETS.authSecret,
  TEST_SECRETS.adminToken,
  TEST_SECRETS.accessCode,
  ...TEST_SECRETS.webhookSecrets,
  TEST_SECRETS.demo.paymentKey,
  TEST_SECRETS.demo.staffPassword,
  PASSWORD,
];

/** A server in production mode with real accounts, and a way in for every kind of caller. */
export interface AttackWorld {
  readonly context: ServerContext;
  readonly app: Hono<AppEnv>;
  /** The credentials of a caller, as its browser or attack script sends them. */
  headersOf(caller: CallerName): Record<string, string>;
  close(): Promise<void>;
}

export interface AttackOptions extends Pick<Overrides, 'log' | 'storage' | 'createGateway'> {
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  /** What the server serves as its app; a folder with an empty page by default. */
  readonly buildFolder?: string;
}

export async function createAttackWorld(options: AttackOptions = {}): Promise<AttackWorld> {
  const { clock = systemClock, config, buildFolder, ...overrides } = options;
  let calls = 0;
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-attack-'));
  mkdirSync(join(folder, 'app'));
  mkdirSync(join(folder, 'data/old-app'), { recursive: true });
  writeFileSync(join(folder, 'app/index.html'), '<!doctype html><title>Nankeen</title>');
  const settings = { DATA_DIR: join(folder, 'data'), ENQUIRIES_PER_HOUR: '1000000' };
  const context = createContext(
    {
      ...readConfig(settings, folder),
      production: true,
      publicUrl: ORIGIN,
      allowedOrigins: [ORIGIN],
      buildFolder: buildFolder ?? folder,
      ...config,
    },
    {
      log: silentLog,
      ...overrides,
      clock,
      secrets: TEST_SECRETS,
      keptAccessCode: keepInProcess(TEST_SECRETS.accessCode, () => undefined),
      // A network of its own for each call, so that no limit of a network hides what is behind it.
      addressOf: () => `100.${64 + ((++calls >> 8) & 63)}.${calls & 255}.7`,
      hasher: quickHasher,
    },
  );
  const app = createServerApp(context);
  const cookies = await openSessions(context, app);
  const { refreshToken } = await context.installations.register(INSTALLATION, undefined);
  await context.installations.setBlocked('eve', true);

  const device = (name: string, at = clock.now()) => ({
    authorization: `Bearer ${signDeviceToken(name, at, TEST_SECRETS.tokenSecret)}`,
  });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const code = (name: string) => ({ [ACCESS_CODE_HEADER]: context.accessCode.issueToken(name) });
  const session = (name: string) => ({ cookie: toCookieHeader(cookies(name)) });
  const csrf = (name: string) => ({
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    [CSRF_HEADER]: readCsrfCookie(cookies(name)),
  });
  const sessionToken = decodeURIComponent(cookies('sam').get(context.accounts.sessionCookieName) ?? '');

  const headers: Record<CallerName, () => Record<string, string>> = {
    anonymous: () => ({}),
    ada: () => device('ada'),
    other: () => device('ben'),
    account: () => ({ ...device('ben'), ...session('ann'), origin: ORIGIN }),
    staff: () => ({ ...session('sam'), ...csrf('sam') }),
    manager: () => ({ ...session('mia'), ...csrf('mia') }),
    admin: () => bearer(TEST_SECRETS.adminToken),
    expired: () => device('ada', clock.now() - AUTH_TOKEN_SECONDS * 1000 - 1),
    holder: () => ({ ...device('ada'), ...code('ada') }),
    'other holder': () => ({ ...device('ben'), ...code('ben') }),
    'copied code': () => ({ ...device('ben'), ...code('ada') }),
    'blocked device': () => device('eve'),
    'forged token': () => bearer(signDeviceToken('ada', clock.now(), 'another secret')),
    'refresh token': () => bearer(refreshToken),
    'code token': () => bearer(context.accessCode.issueToken('ada')),
    'session token': () => bearer(sessionToken),
    'wrong admin token': () => bearer(`${TEST_SECRETS.adminToken}x`),
    'former staff': () => ({ ...device('ben'), ...session('rex'), origin: ORIGIN }),
    'unverified staff': () => ({ ...device('ben'), ...session('una'), origin: ORIGIN }),
    'signed out': () => ({ ...session('out'), ...csrf('out') }),
    'no csrf token': () => ({ ...session('sam'), origin: ORIGIN, 'sec-fetch-site': 'same-origin' }),
    'foreign page': () => ({
      ...session('sam'),
      ...csrf('sam'),
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
  };
  return {
    context,
    app,
    headersOf: (caller) => headers[caller](),
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Jar = ReadonlyMap<string, string>;

function readCsrfCookie(jar: Jar): string {
  return [...jar].find(([name]) => name.endsWith('XSRF-TOKEN'))?.[1] ?? '';
}

/**
 * Signs everybody in: Ann is no staff, Sam is, Mia is a manager. Rex's grant is revoked after his sign-in, Una's address is not verified,
 * and the session `out` has ended.
 * @returns cookies by name
 */
async function openSessions(context: ServerContext, app: Hono<AppEnv>): Promise<(name: string) => Jar> {
  const { accounts, storage } = context;
  const emailOf = (name: string) => `${name}@example.com`;
  // Loads the identity provider.
  await accounts.sessionOf(new Headers({ cookie: `${accounts.sessionCookieName}=none` }));
  const jars = new Map<string, Jar>();
  const post = (path: string, json: object) =>
    app.request(`${ORIGIN}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
  for (const name of ['ann', 'sam', 'mia', 'rex', 'una', 'out']) {
    const email = emailOf(name);
    await accounts.ensureDemoStaff(email, PASSWORD);
    const role = name === 'mia' ? 'manager' : 'staff';
    if (name !== 'ann') await storage.staffGrants.grant({ email, role, at: context.clock.now(), by: 'test' });
    const jar = new Map<string, string>();
    const response = await post('sign-in/email', { email, password: PASSWORD });
    if (response.status !== 200) throw new Error(`sign-in of ${name}: ${await response.text()}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    jars.set(name, jar);
  }
  // As if each had been asked for a second factor.
  const database = toAccountsDatabase(storage.accounts);
  database.prepare('UPDATE session SET secondFactorAt = ?').run(context.clock.now());
  // A session that began before the address was verified.
  database
    .prepare('UPDATE session SET emailVerifiedAt = NULL WHERE userId = (SELECT id FROM user WHERE email = ?)')
    .run(emailOf('una'));
  await storage.staffGrants.revoke(emailOf('rex'));
  const out: Jar = jars.get('out') ?? new Map();
  const signOut = await app.request(`${ORIGIN}/api/v1/auth/sign-out`, {
    method: 'POST',
    headers: { cookie: toCookieHeader(out), origin: ORIGIN, [CSRF_HEADER]: readCsrfCookie(out) },
  });
  if (signOut.status !== 200) throw new Error(`sign-out: ${await signOut.text()}`);
  return (name) => jars.get(name) ?? new Map();
}
