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
function fillShop(work: () => Promise<unknown> = async () => undefined, user = '') {
  const url = user === '' ? testDatabase() : Object.assign(new URL(testDatabase()), { username: user }).href;
  const options = { url, schema, keptAs: null, hasNewAccounts: true };
  return onTarget(options, (target) =>
    fillAside(target, options, async ({ data, ...incoming }) => {
      await data.run(`CREATE SCHEMA IF NOT EXISTS ${incoming.schema}; CREATE TABLE place (name text)`);
      await data.run(`CREATE SCHEMA IF NOT EXISTS ${incoming.accountsSchema}`);
      return work();
    }),
  );
}

test('[R-MIG-05] a move by a user who may not create schemas names those of the shop', async () => {
  await expect(fillShop(undefined, guest)).rejects.toThrow(
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
