import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createMemoryStaffGrants } from '../support/memory-storage.ts';
import { createSqliteStaffGrants } from '#server/stores/sqlite/staff-grants.ts';

const KIM = { email: 'kim@shop.example', role: 'staff', at: 1, by: 'admin' } as const;
const ANN = { email: 'ann@shop.example', role: 'manager', at: 2, by: 'admin' } as const;

describe.each([
  ['memory', createMemoryStaffGrants],
  ['sqlite', () => createSqliteStaffGrants(new Database(':memory:'))],
] as const)('staff grants in %s', (_kind, create) => {
  test('[R-ROL-03] a grant stays as first given until it is revoked', () => {
    const grants = create();
    for (const grant of [KIM, ANN, { ...KIM, at: 3, by: 'another' }]) grants.grant(grant);
    expect(grants.list()).toEqual([ANN, KIM]);
    expect([grants.roleOf('kim@shop.example'), grants.roleOf('bo@shop.example')]).toEqual([
      'staff',
      undefined,
    ]);
    expect([grants.revoke('kim@shop.example'), grants.revoke('kim@shop.example')]).toEqual([true, false]);
    expect(grants.roleOf('kim@shop.example')).toBeUndefined();
  });

  test('[R-ROL-03] a grant of another role replaces the one before', () => {
    const grants = create();
    const raised = { ...KIM, role: 'manager', at: 4, by: 'ann@shop.example' } as const;
    for (const grant of [KIM, raised]) grants.grant(grant);
    expect(grants.list()).toEqual([raised]);
    expect(grants.roleOf(KIM.email)).toBe('manager');
  });
});

test('[R-ROL-03] grants and revocations survive a restart', () => {
  const database = new Database(':memory:');
  const first = createSqliteStaffGrants(database);
  for (const grant of [KIM, ANN]) first.grant(grant);
  first.revoke(KIM.email);
  const second = createSqliteStaffGrants(database);
  expect([second.roleOf(KIM.email), second.roleOf(ANN.email)]).toEqual([undefined, 'manager']);
});

test('[R-ROL-03] grants of a version without roles are grants of staff', () => {
  const database = new Database(':memory:');
  database.exec(`
    CREATE TABLE staffGrant (email TEXT PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO staffGrant VALUES ('kim@shop.example', 1, 'admin')`);
  const grants = createSqliteStaffGrants(database);
  expect(grants.list()).toEqual([KIM]);
  expect(createSqliteStaffGrants(database).roleOf(KIM.email)).toBe('staff');
});
