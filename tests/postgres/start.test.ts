import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStores } from '#server/stores/postgres/open-stores.ts';
import { queryPostgres, testDatabase } from '../support/postgres-store.ts';

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

test.each<[what: string, parts: Parts, schema: string, message: RegExp]>([
  ['that does not run', { port: '1' }, 'shop', /on 127.0.0.1:1 can’t be reached \(ECONNREFUSED\)/],
  ['that does not exist', { pathname: '/none' }, 'shop', /database none on .* does not exist.*createdb/],
  ['that refuses the user', { username: 'nobody' }, 'shop', /refused the user.*DATABASE_URL/],
  ['of another owner', { username: guest }, 'shop', /does not let the user.*OWNER TO/],
  ['with tables of another program', {}, foreign, /tables of another program.*DATABASE_SCHEMA/],
  ['with a damaged table of ours', {}, damaged, /damaged one.*DATABASE_SCHEMA/],
])(
  '[R-GEN-10] a server does not start on a database %s, and says what to do',
  async (_what, parts, schema, message) => {
    const url = Object.assign(new URL(testDatabase()), parts).href;
    await expect(openPostgresStores({ url, schema })).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringMatching(message) as string,
    });
    expect(
      await queryPostgres(`SELECT nspname FROM pg_namespace WHERE nspname = '${schema}_accounts'`),
    ).toEqual([]);
  },
);

test('[DB13] a server does not start on tables of a newer version', async () => {
  const schema = `newer_${id}`;
  const options = { url: testDatabase(), schema };
  await (await openPostgresStores(options)).close();
  await queryPostgres(`UPDATE ${schema}.meta SET value = '99' WHERE key = 'version'`);
  await expect(openPostgresStores(options)).rejects.toThrow(/newer Nankeen.*Nothing was changed/);
  await queryPostgres(`DROP SCHEMA ${schema}, ${schema}_accounts CASCADE`);
});
