import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillAside, onTarget } from '#server/stores/postgres/move.ts';
import { queryPostgres, testDatabase } from '../support/postgres-store.ts';

const id = randomBytes(4).toString('hex');
const guest = `guest_${id}`;
let schema: string;
beforeAll(() => queryPostgres(`CREATE ROLE ${guest} LOGIN`));
afterAll(() => queryPostgres(`DROP ROLE ${guest}`));
beforeEach(() => void (schema = `shop_${randomBytes(4).toString('hex')}`));
afterEach(async () => {
  const found = await findSchemas();
  if (found.length > 0) await queryPostgres(`DROP SCHEMA ${found.join(', ')} CASCADE`);
});

const findSchemas = async () =>
  (
    await queryPostgres(`SELECT nspname FROM pg_namespace WHERE nspname LIKE '${schema}%' ORDER BY nspname`)
  ).map(({ nspname }) => String(nspname));

/** Fills a new shop with a table. */
function fillShop(work: () => Promise<unknown> = async () => undefined, changes: object = {}) {
  const options = { url: testDatabase(), schema, keptAs: null, hasNewAccounts: true, ...changes };
  return onTarget(options, (target) =>
    fillAside(target, options, async ({ data, ...incoming }) => {
      await data.run(`CREATE SCHEMA IF NOT EXISTS ${incoming.schema}; CREATE TABLE place (name text)`);
      await data.run(`CREATE SCHEMA IF NOT EXISTS ${incoming.accountsSchema}`);
      return work();
    }),
  );
}

test('[R-MIG-05] a move by a user who may not create schemas names those of the shop', async () => {
  const { href: url } = Object.assign(new URL(testDatabase()), { username: guest });
  await expect(fillShop(undefined, { url })).rejects.toThrow(
    `does not let the user in DATABASE_URL create the schemas ${schema} and ${schema}_accounts,`,
  );
  expect(await findSchemas()).toEqual([]);
});

test('[R-MIG-05] a move or restore is refused while another one fills the same shop, which goes on', async () => {
  await fillShop(() =>
    expect(fillShop()).rejects.toThrow('Another move or restore of this shop is running.'),
  );
  expect(await queryPostgres(`SELECT * FROM ${schema}.place`)).toEqual([]);
  await queryPostgres(`DROP SCHEMA ${schema}, ${schema}_accounts CASCADE`);
  await expect(fillShop(() => Promise.reject(new Error('Interrupted.')))).rejects.toThrow('Interrupted.');
  await fillShop();
  expect(await findSchemas()).toEqual([schema, `${schema}_accounts`]);
});

test.each(['', '_accounts'])(
  '[R-MIG-05] a move or restore does not drop a schema …_incoming%s of another program, and says what to do',
  async (ending) => {
    const theirs = `${schema}_incoming${ending}`;
    await queryPostgres(`CREATE SCHEMA ${theirs}; COMMENT ON SCHEMA ${theirs} IS 'of the till'`);
    await expect(fillShop()).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringContaining(`has a schema ${theirs} that no move or restore has made.`) as string,
      nothingWritten: true,
    });
    expect(await findSchemas()).toEqual([theirs]);
  },
);

test('[R-MIG-05] a move or restore does not drop a shop of that name that another one has made', async () => {
  await fillShop(undefined, { schema: `${schema}_incoming` });
  await expect(fillShop()).rejects.toThrow('that no move or restore has made');
  expect(await findSchemas()).toHaveLength(2);
});

test.each(['', '_accounts', '_before'])(
  '[R-MIG-05] a schema …%s that appears during a move or restore is kept, and the run says that it can be repeated',
  async (ending) => {
    await queryPostgres(`CREATE SCHEMA ${schema}`);
    const taken = schema + ending;
    const work = () => queryPostgres(`CREATE SCHEMA IF NOT EXISTS ${taken}`);
    const keptAs = ending === '' ? null : `${schema}_before`;
    await expect(fillShop(work, { keptAs })).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringContaining(`schema "${taken}" already exists`) as string,
    });
    expect(await findSchemas()).toEqual([...new Set([schema, taken])]);
  },
);
