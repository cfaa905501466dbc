import fc from 'fast-check';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { API_PREFIX } from '#shared/api/routes.ts';
import { isErrorCode } from '#shared/kernel/document-codes.ts';
import { put } from '../contracts/document-store-writes.ts';
import { toAccountsDatabase } from '../support/memory-storage.ts';
import { SEED } from '../support/seed.ts';
import { createTestClock } from '../support/test-clock.ts';
import { readsAsStaff } from './access-matrix.ts';
import { createAttackWorld, SECRETS, type AttackWorld } from './attack-world.ts';
import { fuzzRequest, type FuzzRequest } from './fuzz-requests.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
/** A new server after this many, so that devices, backups and sessions are as at first. */
const REQUESTS_OF_WORLD = 5_000;
/** Only in an enquiry that no caller but staff may read. */
const CANARY = 'the-canary-text';
const INTERNALS = /SQLITE|node_modules|\n\s+at |file:\/\/|\/tmp\/nankeen|\.tsx?:\d/;

/** Everything that callers can change, except that the content of a rejected write is kept. */
const STORED = `SELECT json_array(
  (SELECT max(sequence) FROM history),
  (SELECT json_array(count(*), total(lastSeen), total(generation)) FROM device),
  (SELECT count(*) FROM blockedDevice),
  (SELECT json_array(count(*), total(length(data))) FROM payment),
  (SELECT count(*) FROM paymentEvent),
  (SELECT json_array(count(*), total(length(data))) FROM simulatedSession),
  (SELECT json_array(count(*), total(length(data))) FROM migrationAttempt),
  (SELECT total(expiresAt) FROM migrationLock),
  (SELECT json_array(count(*), total(bytes)) FROM file),
  (SELECT count(*) FROM job))`;
const ACCOUNTS = `SELECT json_array(
  (SELECT json_array(count(*), total(emailVerified)) FROM user),
  (SELECT count(*) FROM session),
  (SELECT total(length(password)) FROM account),
  (SELECT json_array(count(*), total(length(secret)), total(length(pending))) FROM twoFactor),
  (SELECT count(*) FROM recoveryCode),
  (SELECT json_array(count(*), total(length(name))) FROM passkey),
  (SELECT count(*) FROM disabledAccount),
  (SELECT json_array(count(*), total(length(name))) FROM deviceName),
  (SELECT count(*) FROM staffGrant))`;

interface FuzzWorld extends AttackWorld {
  /** Changes whenever a request has changed stored data. */
  stateOf(): string;
  /** Lets time pass, so that limits do not hide what is behind them. */
  pass(): void;
}

async function createFuzzWorld(): Promise<FuzzWorld> {
  const clock = createTestClock();
  const world = await createAttackWorld({ clock });
  const { config, storage } = world.context;
  await put(storage.documents, {
    id: 'kept',
    collection: 'contacts',
    writeId: 'kept',
    audience: 'device:zoe',
    owner: 'device:zoe',
    data: { FBUID: 'kept', contactMessage: CANARY },
  });
  const data = new Database(join(config.dataDir, 'nankeen.sqlite'), { readonly: true });
  const stored = data.prepare(STORED).pluck();
  const accounts = toAccountsDatabase(storage.accounts).prepare(ACCOUNTS).pluck();
  let version = -1;
  let state = '';
  return {
    ...world,
    stateOf() {
      // Cheap, and different after another connection's commit.
      const now = data.pragma('data_version', { simple: true }) as number;
      if (now !== version) state = String(stored.get());
      version = now;
      return `${state} ${String(accounts.get())}`;
    },
    pass: () => clock.advance(5_000),
    async close() {
      data.close();
      await world.close();
    },
  };
}

/** `undefined` if the platform itself refuses to make this request. */
function toRequest(world: FuzzWorld, one: FuzzRequest): Request | undefined {
  const { caller, method, path, headers, body } = one;
  const init = { method, headers: { ...world.headersOf(caller), ...headers } };
  const isBodyless = method === 'GET' || method === 'HEAD' || body === undefined;
  try {
    const request = new Request(`http://localhost:8787${path}`, isBodyless ? init : { ...init, body });
    // Streams and long polls respond late to valid calls; they have their own tests.
    return /\/testing\/data\/(stream|changes)$/.test(new URL(request.url).pathname) ? undefined : request;
  } catch {
    return undefined;
  }
}

async function check(world: FuzzWorld, one: FuzzRequest): Promise<void> {
  const request = toRequest(world, one);
  if (!request) return;
  const before = world.stateOf();
  const response = await world.app.request(request);
  const { status } = response;
  const text = await response.text();
  const isApi = new URL(request.url).pathname.startsWith(API_PREFIX);
  if (status >= 500) {
    expect([status, text]).toEqual([503, expect.stringContaining('"unavailable"')]);
    expect(response.headers.get('retry-after')).not.toBeNull();
  }
  if (status >= 400 && isApi && one.method !== 'HEAD') {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    expect([isErrorCode(error?.code), typeof error?.message]).toEqual([true, 'string']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  if (status >= 400) expect(text).not.toMatch(INTERNALS);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  if (!readsAsStaff(one.caller)) expect(text).not.toContain(CANARY);
  if (status < 200 || status >= 300) expect(world.stateOf()).toBe(before);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

let world: FuzzWorld | undefined;
afterEach(() => world?.close());

test(
  `[T40] [T45] [T25] [T27] ${REQUESTS} malformed requests cause no failure, reveal nothing and change nothing (seed ${SEED})`,
  async () => {
    console.log(`fuzz: ${REQUESTS} requests, TEST_SEED=${SEED}`);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fuzzRequest, async (one) => {
        if (sent++ % REQUESTS_OF_WORLD === 0) {
          await world?.close();
          world = await createFuzzWorld();
        }
        world?.pass();
        if (world) await check(world, one);
      }),
      { numRuns: REQUESTS, seed: SEED },
    );
    const health = await world?.app.request('/api/v1/health');
    expect(await health?.json()).toMatchObject({ status: 'ok' });
  },
  REQUESTS * 100,
);
