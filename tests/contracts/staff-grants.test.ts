import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createMemoryStaffGrants } from '../support/memory-storage.ts';
import { testStaffGrants } from './staff-grants-contract.ts';
import { createSqliteStaffGrants } from '#server/stores/sqlite/staff-grants.ts';

const KIM = { email: 'kim@shop.example', role: 'staff', at: 1, by: 'admin' } as const;
const ANN = { email: 'ann@shop.example', role: 'manager', at: 2, by: 'admin' } as const;

testStaffGrants('staff grants in memory', createMemoryStaffGrants);
testStaffGrants('staff grants on SQLite', () => createSqliteStaffGrants(new Database(':memory:')));

test('[R-ROL-03] on SQLite, of two managers whose roles are taken at once, the second stays', async () => {
  const grants = createSqliteStaffGrants(new Database(':memory:'));
  const bob = { ...ANN, email: 'bob@shop.example' };
  for (const grant of [KIM, ANN, bob]) await grants.grant(grant);
  const taken = [grants.revoke(ANN.email, true), grants.grant({ ...bob, role: 'staff' }, true)];
  expect(await Promise.all(taken)).toEqual([true, false]);
  expect(await grants.list()).toEqual([bob, KIM]);
  expect([grants.roleOf(bob.email), await grants.revoke(bob.email, true)]).toEqual(['manager', false]);
  expect([await grants.revoke(KIM.email, true), await grants.revoke(bob.email)]).toEqual([true, true]);
  expect(await grants.list()).toEqual([]);
});

test('[R-ROL-03] grants and revocations survive a restart', async () => {
  const database = new Database(':memory:');
  const first = createSqliteStaffGrants(database);
  for (const grant of [KIM, ANN]) await first.grant(grant);
  await first.revoke(KIM.email);
  const second = createSqliteStaffGrants(database);
  expect([second.roleOf(KIM.email), second.roleOf(ANN.email)]).toEqual([undefined, 'manager']);
});

test('[R-ROL-03] grants of a version without roles are grants of staff', async () => {
  const database = new Database(':memory:');
  database.exec(`
    CREATE TABLE staffGrant (email TEXT PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO staffGrant VALUES ('kim@shop.example', 1, 'admin')`);
  const grants = createSqliteStaffGrants(database);
  expect(await grants.list()).toEqual([KIM]);
  expect(createSqliteStaffGrants(database).roleOf(KIM.email)).toBe('staff');
});
