import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPostgresStores, type PostgresStores } from '#server/stores/postgres/open-stores.ts';
import type { TableStep } from '#server/stores/postgres/open-schema.ts';
import { put } from '../contracts/document-store-writes.ts';
import { nameTestSchema, queryPostgres, testDatabase } from '../support/postgres-store.ts';

const id = randomBytes(4).toString('hex');
const [guest, foreign, damaged] = [`guest_${id}`, `foreign_${id}`, `damaged_${id}`];
beforeAll(() =>
  queryPostgres(`
    CREATE ROLE ${guest} LOGIN;
    CREATE SCHEMA ${foreign}; CREATE TABLE ${foreign}.job (id int);
    CREATE SCHEMA ${damaged}; CREATE TABLE ${damaged}.meta (key text, value text)`),
);
afterAll(() => queryPostgres(`DROP SCHEMA ${foreign}, ${damaged} CASCADE; DROP ROLE ${guest}`));

/** Parts of an address that replace those of the tests' database. */
type Parts = Partial<Pick<URL, 'port' | 'pathname' | 'username' | 'hostname'>>;

test.each<[what: string, parts: Parts, schema: string, code: string, message: RegExp]>([
  [
    'that does not run',
    { port: '1' },
    'shop',
    'unavailable',
    /on 127.0.0.1:1 can’t be reached \(ECONNREFUSED\)/,
  ],
  [
    'that does not exist',
    { pathname: '/none' },
    'shop',
    'not-found',
    /database none on .* does not exist.*createdb/,
  ],
  [
    'that refuses the user',
    { username: 'nobody' },
    'shop',
    'permission-denied',
    /refused the user.*DATABASE_URL/,
  ],
  ['of another owner', { username: guest }, 'shop', 'permission-denied', /does not let the user.*OWNER TO/],
  [
    'with tables of another program',
    {},
    foreign,
    'failed-precondition',
    /tables of another program.*DATABASE_SCHEMA/,
  ],
  ['with a damaged table of ours', {}, damaged, 'failed-precondition', /damaged one.*DATABASE_SCHEMA/],
])(
  '[R-GEN-10] a server does not start on a database %s, and says what to do',
  async (_what, parts, schema, code, message) => {
    const url = Object.assign(new URL(testDatabase()), parts).href;
    await expect(openPostgresStores({ url, schema })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
    expect(
      await queryPostgres(`SELECT nspname FROM pg_namespace WHERE nspname = '${schema}_accounts'`),
    ).toEqual([]);
  },
);

test('[R-GEN-10] a server does not start on a database of another encoding', async () => {
  const name = `latin_${id}`;
  await queryPostgres(
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  );
  onTestFinished(async () => void (await queryPostgres(`DROP DATABASE ${name}`)));
  const url = Object.assign(new URL(testDatabase()), { pathname: `/${name}` }).href;
  await expect(openPostgresStores({ url, schema: 'shop' })).rejects.toThrow(
    /encoding LATIN1: create one with ENCODING 'UTF8'/,
  );
});

test('[DB13] a server does not start on tables of a newer version', async () => {
  const schema = `newer_${id}`;
  const options = { url: testDatabase(), schema };
  await (await openPostgresStores(options)).close();
  await queryPostgres(`UPDATE ${schema}.meta SET value = '99' WHERE key = 'version'`);
  await expect(openPostgresStores(options)).rejects.toThrow(/newer Nankeen.*Nothing was changed/);
  await queryPostgres(`DROP SCHEMA ${schema}, ${schema}_accounts CASCADE`);
});

const ADD: TableStep = { kind: 'expand', sql: 'ALTER TABLE device ADD COLUMN label text' };
const REMOVE: TableStep = { kind: 'contract', sql: 'ALTER TABLE device DROP COLUMN last_seen' };

/** Opens nodes of several versions on one schema, and closes them all at the end. */
function createVersions() {
  const { url, schema, run, drop } = nameTestSchema();
  const open = new Map<string, PostgresStores>();
  /** A node is seen by the connection that listens, which it opens a moment before it does. */
  const countListening = async (nodeName: string) => {
    const found = await run(
      `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE '% ${nodeName}' AND query LIKE 'LISTEN%'`,
    );
    return found.length;
  };
  onTestFinished(async () => {
    for (const stores of open.values()) await stores.close();
    await drop();
  });
  return {
    async start(nodeName: string, steps: readonly TableStep[]) {
      const stores = await openPostgresStores({ url, schema, steps, nodeName });
      open.set(nodeName, stores);
      await expect.poll(() => countListening(nodeName)).toBe(1);
      return stores;
    },
    async stop(nodeName: string) {
      await open.get(nodeName)?.close();
      open.delete(nodeName);
      await expect.poll(() => countListening(nodeName)).toBe(0);
    },
    async columns() {
      const found = await run(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = '${schema}' AND table_name = 'device'`,
      );
      return found.map(({ name }) => name);
    },
    run,
  };
}

test('[DB13] nodes of two versions run at once; the next start without the older one removes what it needed', async () => {
  const { start, stop, columns } = createVersions();
  const older = await start('older', []);
  const newer = await start('newer', [ADD, REMOVE]);
  expect(newer.waitsFor).toEqual(['older']);
  expect(await columns()).toEqual(expect.arrayContaining(['label', 'last_seen']));
  await put(older.documents, { id: 'a' });
  await put(newer.documents, { id: 'b' });
  expect(await older.documents.read({ collection: 'contacts', id: 'b' })).toBeDefined();
  await stop('older');
  const last = await start('last', [ADD, REMOVE]);
  expect(last.waitsFor).toEqual([]);
  expect(await columns()).not.toContain('last_seen');
  await put(last.documents, { id: 'c' });
  expect(await newer.documents.read({ collection: 'contacts', id: 'c' })).toBeDefined();
});

test('[DB13] a node does not start where tables of two versions before are in use, and names who uses them', async () => {
  const { start, columns } = createVersions();
  await start('oldest', []);
  await expect(start('newest', [REMOVE, ADD])).rejects.toThrow(/Stop oldest, then start again. Nothing was/);
  expect(await columns()).not.toContain('label');
});

test('[DB13] a node that was away while the tables changed stores nothing and opens everything again', async () => {
  const { start, run } = createVersions();
  const older = await start('older', []);
  await run(`INSERT INTO meta VALUES ('needs', '2')`);
  await expect(put(older.documents, { id: 'a' })).rejects.toMatchObject({ code: 'unavailable' });
  await older.epochEnded;
  expect(await run('SELECT id FROM head')).toEqual([]);
});
