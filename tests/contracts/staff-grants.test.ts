import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createMemoryStaffGrants } from '../support/memory-storage.ts';
import { createSqliteStaffGrants } from '#server/stores/sqlite/staff-grants.ts';

describe.each([
  ['memory', createMemoryStaffGrants],
  ['sqlite', () => createSqliteStaffGrants(new Database(':memory:'))],
] as const)('staff grants in %s', (_kind, create) => {
  test('[R-ROL-03] a grant stays as first given until it is revoked', () => {
    const grants = create();
    grants.grant({ email: 'kim@shop.example', at: 1, by: 'admin' });
    grants.grant({ email: 'ann@shop.example', at: 2, by: 'admin' });
    grants.grant({ email: 'kim@shop.example', at: 3, by: 'another' });
    expect(grants.list()).toEqual([
      { email: 'ann@shop.example', at: 2, by: 'admin' },
      { email: 'kim@shop.example', at: 1, by: 'admin' },
    ]);
    expect([grants.has('kim@shop.example'), grants.has('bo@shop.example')]).toEqual([true, false]);
    expect([grants.revoke('kim@shop.example'), grants.revoke('kim@shop.example')]).toEqual([true, false]);
    expect(grants.has('kim@shop.example')).toBe(false);
  });
});

test('[R-ROL-03] grants and revocations survive a restart', () => {
  const database = new Database(':memory:');
  const first = createSqliteStaffGrants(database);
  for (const email of ['kim@shop.example', 'ann@shop.example']) first.grant({ email, at: 1, by: 'admin' });
  first.revoke('ann@shop.example');
  const second = createSqliteStaffGrants(database);
  expect([second.has('kim@shop.example'), second.has('ann@shop.example')]).toEqual([true, false]);
});
