import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Storage } from '#server/storage.ts';
import { COPIED_ACCOUNT_TABLES } from '#server/stores/postgres/accounts/copied-account-tables.ts';
import { openAccountTables } from '#server/stores/postgres/accounts/open-accounts.ts';
import { createConnections, type Connections } from '#server/stores/postgres/connections.ts';
import { copyAccountsFromSqlite } from '#server/stores/postgres/copy-from-sqlite.ts';
import { copyAccountsToSqlite } from '#server/stores/postgres/copy-to-sqlite.ts';
import { openPostgresStores } from '#server/stores/postgres/open-stores.ts';
import { LEFT_OUT } from '#server/stores/sqlite/copied-accounts.ts';
import {
  ANN,
  createAccountWorld,
  errorOf,
  newestToken,
  ORIGIN,
  type AccountWorld,
  type CodeApp,
} from '../support/account-world.ts';
import {
  CLIENT,
  PEOPLE,
  signInWithGoogle,
  startOpenIdProvider,
  type OpenIdProvider,
} from '../support/open-id-provider.ts';
import { addPasskey, answerWithPasskey, signInWithPasskey } from '../support/passkey-browser.ts';
import { createPasskeyDevice, type PasskeyDevice } from '../support/passkey-device.ts';
import { nameTestSchema } from '../support/postgres-store.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const KIM = { name: 'Kim', email: 'kim@example.com', password: 'another horse 7' };
const PAM = { name: 'Pam\0', email: 'pam@example.com', password: 'a third horse 5' };
const DAN = { name: 'Dan', email: 'dan@example.com', password: 'a fourth horse 3' };
const ZOE = { name: 'Zoe', email: 'zoe@example.com', password: 'a fifth horse 1' };

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  provider.allow(ORIGIN);
});
afterAll(() => provider.close());

let folder: string;
let schema: ReturnType<typeof nameTestSchema>;
let connections: Connections;
let clock: TestClock;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
  schema = nameTestSchema();
  const name = `${schema.schema}_accounts`;
  connections = createConnections({ ...schema, schema: name, size: 2 });
  await openAccountTables(connections, name);
  clock = createTestClock();
});
afterEach(async () => {
  await connections.close();
  await schema.drop();
  rmSync(folder, { recursive: true, force: true });
});
const at = (...names: readonly string[]) => join(folder, ...names);

/** A server on a new data folder, or on stores. */
function openWorld(stores: { readonly folder: string } | { readonly parts: Partial<Storage> }) {
  if ('folder' in stores) mkdirSync(stores.folder, { recursive: true });
  const google = { ...CLIENT, issuer: provider.issuer, timeoutMs: 10_000 };
  return createAccountWorld({ ...stores, clock, google, asksSecondFactor: true, staffEmails: [] });
}

interface People {
  readonly ids: ReadonlyMap<string, string>;
  readonly app: CodeApp;
  readonly passkey: PasskeyDevice;
  /** Of a session that was open. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Of a link that nobody has used. */
  readonly token: string;
}

/** Makes accounts with each way to sign in: Ann with a code app, Pam with a passkey, Vera with Google. */
async function fill(world: AccountWorld): Promise<People> {
  const ids = new Map<string, string>();
  const signUp = async (person: typeof ANN) => {
    const browser = world.newBrowser();
    await browser.signUp(person);
    ids.set(person.email, (await browser.session()).account?.id ?? expect.fail(person.email));
    return browser;
  };
  const ann = await signUp(ANN);
  const app = await ann.addCodeApp();
  await world.staffGrants.grant({ email: ANN.email, role: 'manager', at: 7, by: 'admin' });
  await signUp(KIM);
  const pam = await signUp({ ...PAM, name: 'Pam' });
  const passkey = createPasskeyDevice(ORIGIN);
  await addPasskey(pam, passkey, 'Phone');
  const vera = world.newBrowser();
  await signInWithGoogle(provider, vera, 'verified');
  ids.set(PEOPLE.verified.email, (await vera.session()).account?.id ?? expect.fail('no session of Vera'));
  await signUp(DAN);
  const { tables } = world.storage.accounts;
  await tables.disable({ accountId: ids.get(DAN.email) ?? '', at: clock.now(), by: ANN.email });
  const zoe = await signUp(ZOE);
  const asked = async (call: () => Promise<Response>) => {
    const before = newestToken(world.mails);
    expect((await call()).status).toBe(200);
    await expect.poll(() => newestToken(world.mails)).not.toBe(before);
    return newestToken(world.mails);
  };
  const link = await asked(() => zoe.call('POST', '/api/v1/account/delete'));
  expect((await zoe.call('POST', '/api/v1/account/delete/confirm', { token: link })).status).toBe(200);
  await world.storage.deviceNames.set('tablet', 'Tablet');
  world.storage.pageViews.add('home', clock.now());
  const token = await asked(() => world.call('POST', '/api/v1/account/reset', { email: KIM.email }));
  return { ids, app, passkey, cookies: new Map(ann.jar), token };
}

const reasonOf = async (response: Promise<Response>) => (await errorOf(await response)).reason;

/** Signs everybody in that can. */
async function expectSignIns(world: AccountWorld, { ids, app, passkey, cookies, token }: People) {
  const idOf = async (browser = world.newBrowser()) => (await browser.session()).account?.id;
  // Nobody is signed in yet, and no link works.
  const earlier = world.newBrowser();
  for (const [name, value] of cookies) earlier.jar.set(name, value);
  expect(await idOf(earlier)).toBeUndefined();
  const reset = await world.call('POST', '/api/v1/account/reset/confirm', { token, password: 'changed 123' });
  expect(reset.status).toBe(412);

  const kim = world.newBrowser();
  expect((await kim.giveFirstFactor(KIM.email, 'wrong horse 1')).status).toBe(401);
  expect((await kim.giveFirstFactor(KIM.email, KIM.password)).status).toBe(200);
  expect(await idOf(kim)).toBe(ids.get(KIM.email));
  expect(await kim.session()).toMatchObject({ account: { name: 'Kim', emailVerified: true } });

  // The step of a code that was used counts, too.
  const ann = world.newBrowser();
  expect(await reasonOf(ann.giveFirstFactor(ANN.email, ANN.password))).toBe('second-factor-required');
  expect((await ann.answer(app.code())).status).toBe(403);
  clock.advance(30_000);
  expect((await ann.answer(app.code())).status).toBe(200);
  expect(await ann.session()).toMatchObject({ account: { id: ids.get(ANN.email) } });
  expect((await ann.call('GET', '/api/v1/admin/staff')).status).toBe(200);

  const pam = world.newBrowser();
  expect((await signInWithPasskey(pam, passkey)).status).toBe(200);
  expect(await idOf(pam)).toBe(ids.get(PAM.email));
  const other = world.newBrowser();
  expect(await reasonOf(other.giveFirstFactor(PAM.email, PAM.password))).toBe('second-factor-required');
  expect((await answerWithPasskey(other, passkey)).status).toBe(200);

  const vera = world.newBrowser();
  expect(await signInWithGoogle(provider, vera, 'verified')).toBe('/login/done');
  expect(await vera.session()).toMatchObject({
    account: { id: ids.get(PEOPLE.verified.email), photo: PEOPLE.verified.picture },
  });

  const [dan, zoe] = [DAN, ZOE].map(({ email, password }) =>
    reasonOf(world.newBrowser().giveFirstFactor(email, password)),
  );
  expect([await dan, await zoe]).toEqual(['user-disabled', 'invalid-credential']);
  expect(await world.storage.accounts.tables.isDeleted(ids.get(ZOE.email) ?? '')).toBe(true);
}

/** An accounts file with a value in every column, and what is changed in it. */
async function writeFile(name: string, change = ''): Promise<string> {
  const world = await openWorld({ folder: at(name) });
  await fill(world);
  await world.close();
  const file = at(name, 'accounts.sqlite');
  run(
    file,
    `UPDATE account SET accessToken = 'a', refreshToken = 'r', idToken = 'i', scope = 's',
       accessTokenExpiresAt = '2026-03-02T10:00:00.123Z', refreshTokenExpiresAt = '1969-12-31T23:59:59.999Z'
       WHERE providerId = 'google';
     UPDATE user SET emailVerified = 0, emailVerifiedAt = NULL WHERE email = '${KIM.email}';
     UPDATE twoFactor SET pending = 'another secret';
     UPDATE passkey SET usedAt = 5, publicKey = x'00ff5c78';
     INSERT INTO deletedAccount VALUES ('other', 'link', 1, '["a@example.com"]');
     ${change}`,
  );
  return file;
}

function run(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

interface Content {
  /** SQL of the tables and indexes by their names, without space and case. */
  readonly tables: ReadonlyMap<string, string>;
  readonly rowsOf: (table: string) => readonly Record<string, unknown>[];
}

function readFile(file: string): Content {
  const database = new Database(file, { readonly: true });
  const made = database.prepare<[], { name: string; type: string; sql: string }>(
    'SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name',
  );
  const tables = new Map(made.all().map(({ name, sql }) => [name, sql.replaceAll(/\s/g, '').toLowerCase()]));
  const rows = new Map(
    made
      .all()
      .filter(({ type }) => type === 'table')
      .map(({ name }) => [
        name,
        database.prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}" ORDER BY 1, 2`).all(),
      ]),
  );
  database.close();
  return { tables, rowsOf: (table) => rows.get(table) ?? expect.fail(table) };
}

const NAMES = COPIED_ACCOUNT_TABLES.map(({ name }) => name);

/** Every row that PostgreSQL has. */
async function readSchema(): Promise<readonly unknown[]> {
  const names = await connections.rows<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
  );
  const tables = names.map(({ name }) => name).filter((name) => name !== 'meta');
  return (await Promise.all(tables.map((name) => connections.rows(`SELECT * FROM "${name}"`)))).flat();
}

test('[AU3] [AU5] [AU9] people sign in after a move to PostgreSQL, and after one back, as they did before', async () => {
  const before = await openWorld({ folder: at('before') });
  const people = await fill(before);
  await before.close();
  await copyAccountsFromSqlite(connections, at('before', 'accounts.sqlite'));

  const { accounts, staffGrants, deviceNames, pageViews, ...stores } = await openPostgresStores({
    ...schema,
    clock,
  });
  const moved = await openWorld({ parts: { accounts, staffGrants, deviceNames, pageViews } });
  await expectSignIns(moved, people);
  expect(await deviceNames.list()).toEqual([{ fid: 'tablet', name: 'Tablet' }]);
  expect(await pageViews.count('home', 0)).toBe(1);
  await moved.close();
  await stores.close();

  mkdirSync(at('after'));
  await copyAccountsToSqlite(connections, at('after', 'accounts.sqlite'));
  const after = await openWorld({ folder: at('after') });
  await expectSignIns(after, people);
  await after.close();
});

test('[F66] [T55] every row of the accounts moves to PostgreSQL and back, but for what a backup leaves out', async () => {
  const before = readFile(await writeFile('before'));
  await copyAccountsFromSqlite(connections, at('before', 'accounts.sqlite'));
  await copyAccountsToSqlite(connections, at('after.sqlite'));
  const after = readFile(at('after.sqlite'));
  expect(after.tables).toEqual(before.tables);
  const tables = [...before.tables.keys()].filter((name) =>
    before.tables.get(name)?.startsWith('createtable'),
  );
  expect([...NAMES, ...LEFT_OUT].toSorted()).toEqual(tables.toSorted());
  for (const name of NAMES) {
    const rows = before.rowsOf(name);
    const filled = (field: string) => rows.some((row) => row[field] !== null);
    expect(Object.keys(rows[0] ?? expect.fail(name)).filter((field) => !filled(field))).toEqual([]);
    expect(after.rowsOf(name)).toEqual(rows);
  }
  for (const name of ['session', 'mailedLink', 'attempt']) expect(before.rowsOf(name)).not.toEqual([]);
  for (const name of LEFT_OUT) expect(after.rowsOf(name)).toEqual([]);
});

test('[F66] a copy of the accounts that is made while accounts are made is one moment', async () => {
  const others = createConnections({ ...schema, schema: `${schema.schema}_accounts`, size: 2 });
  let isDone = false;
  let made = 0;
  const make = async () => {
    while (!isDone) {
      const id = String((made += 1));
      await others.write(async (connection) => {
        await connection.change(MAKE_USER, [id]);
        await connection.change(MAKE_ACCOUNT, [id]);
      });
    }
  };
  const making = [make(), make()];
  for (const name of ['a.sqlite', 'b.sqlite', 'c.sqlite']) {
    const before = made;
    await expect.poll(() => made).toBeGreaterThan(before + 300);
    await copyAccountsToSqlite(connections, at(name));
    const { rowsOf } = readFile(at(name));
    expect(rowsOf('user').length).toBeGreaterThan(before);
    expect(rowsOf('account').map(({ userId }) => userId)).toEqual(rowsOf('user').map(({ id }) => id));
  }
  isDone = true;
  await Promise.all(making);
  await others.close();
});

const MAKE_USER = `
  INSERT INTO "user" (id, name, email, "emailVerified") VALUES ($1, 'One', $1 || '@example.com', true)`;
const MAKE_ACCOUNT = `
  INSERT INTO account (id, "accountId", "providerId", "userId", "updatedAt") VALUES ($1, $1, 'credential', $1, now())`;

test('[DB12] text with U+0000 is replaced in names, and named anywhere else, when nothing is copied', async () => {
  const file = await writeFile(
    'before',
    `UPDATE user SET name = 'Pam' || char(0) WHERE email = '${PAM.email}';
     UPDATE passkey SET name = char(0) || 'Phone';
     UPDATE deviceName SET name = 'Tab' || char(0) || 'let';
     INSERT INTO pageView VALUES ('2026-03-02', 'ho' || char(0) || 'me', 1);
     UPDATE user SET image = char(0) WHERE email = '${ANN.email}';`,
  );
  const copied = copyAccountsFromSqlite(connections, file);
  await expect(copied).rejects.toMatchObject({ code: 'failed-precondition', nothingWritten: true });
  await expect(copied).rejects.toThrow(
    /^2 rows have text with U\+0000.*\nuser \[".*","ann@example.com",.*\npageView \["2026-03-02","ho\\u0000me",1\]$/s,
  );
  expect(await readSchema()).toEqual([]);
  run(file, `DELETE FROM pageView WHERE page <> 'home'; UPDATE user SET image = NULL WHERE image = char(0)`);
  await copyAccountsFromSqlite(connections, file);
  const rows = JSON.stringify(await readSchema());
  for (const name of ['Pam\ufffd', '\ufffdPhone', 'Tab\ufffdlet']) expect(rows).toContain(`"${name}"`);
});

test('[F66] accounts of an earlier version are copied, and so is a file without any', async () => {
  const file = await writeFile(
    'before',
    `ALTER TABLE user DROP COLUMN emailVerifiedAt;
     ALTER TABLE twoFactor DROP COLUMN addedAt;
     ALTER TABLE staffGrant DROP COLUMN role;
     DROP TABLE deviceName; DROP TABLE passkey`,
  );
  await copyAccountsFromSqlite(connections, file);
  const [user] = await connections.rows('SELECT * FROM "user" WHERE email = $1', [ANN.email]);
  expect(user).toMatchObject({ name: ANN.name, emailVerified: true, emailVerifiedAt: null });
  expect(await connections.rows('SELECT role FROM staff_grant')).toEqual([{ role: 'staff' }]);
  expect(await connections.rows('SELECT added_at FROM code_app')).toEqual([{ added_at: null }]);
  await connections.run(`TRUNCATE "user", disabled_account, deleted_account, code_app CASCADE`);
  await connections.run('TRUNCATE used_totp_step, recovery_code, staff_grant, page_view');
  run(at('empty.sqlite'), '');
  await copyAccountsFromSqlite(connections, at('empty.sqlite'));
  expect(await readSchema()).toEqual([]);
});

test('[F04] a copy of accounts into tables with some, or onto a file that exists, changes neither', async () => {
  const file = await writeFile('before');
  await connections.run(`INSERT INTO staff_grant VALUES ('kim@shop.example', 'staff', 1, 'admin')`);
  await expect(copyAccountsFromSqlite(connections, file)).rejects.toThrow(
    'The database has data already (staff_grant)',
  );
  expect(await readSchema()).toHaveLength(1);
  const rows = readFile(file).rowsOf('user');
  await expect(copyAccountsToSqlite(connections, file)).rejects.toThrow('EEXIST');
  expect(readFile(file).rowsOf('user')).toEqual(rows);
  await connections.run('ALTER TABLE page_view RENAME TO hidden');
  await expect(copyAccountsToSqlite(connections, at('new.sqlite'))).rejects.toThrow('page_view');
  expect(existsSync(at('new.sqlite'))).toBe(false);
});
