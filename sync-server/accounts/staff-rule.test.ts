import { expect, it } from 'vitest';
import { DEMO_STAFF_EMAIL } from '#server/accounts/demo-staff.ts';
import { needsSecondFactor, toRole } from '#server/accounts/staff-rule.ts';
import { createMemoryStaffGrants } from '../../tests/support/memory-storage.ts';

const grants = createMemoryStaffGrants();
const PRODUCTION = { production: true, staffEmails: ['ann@shop.example'], grants };
const DEMO = { ...PRODUCTION, production: false };
const roleOf = (email: string, isTrusted = true, hasSecondFactor = true) =>
  toRole(PRODUCTION, { email, isTrusted, hasSecondFactor });
const demoRoleOf = (email: string, isTrusted: boolean) =>
  toRole(DEMO, { email, isTrusted, hasSecondFactor: false });

it('[R-ROL-03] outside production every account is staff, verified or not', () => {
  expect(demoRoleOf('anyone@example.com', false)).toBe('staff');
  expect(demoRoleOf('ann@shop.example', false)).toBe('staff');
  expect(demoRoleOf('ann@shop.example', true)).toBe('manager');
});

it('[R-ROL-03] the demo’s own account is a manager, and nobody in production', () => {
  expect(demoRoleOf(DEMO_STAFF_EMAIL, true)).toBe('manager');
  expect(roleOf(DEMO_STAFF_EMAIL)).toBe('customer');
});

it('[R-ROL-03] in production only an address of the settings is manager, in a session begun after it was verified', () => {
  expect(roleOf('Ann@Shop.example')).toBe('manager');
  expect(roleOf('ann@shop.example', false)).toBe('customer');
  expect(roleOf('bo@shop.example')).toBe('customer');
});

it('[R-ROL-03] a granted role counts until it is revoked, and only in a session begun after the address was verified', async () => {
  const cy = { email: 'cy@shop.example', at: 0, by: 'admin' };
  await grants.grant({ ...cy, role: 'staff' });
  expect([roleOf('Cy@Shop.example'), roleOf('cy@shop.example', false)]).toEqual(['staff', 'customer']);
  await grants.grant({ ...cy, role: 'manager' });
  expect([roleOf('cy@shop.example'), roleOf('cy@shop.example', false)]).toEqual(['manager', 'customer']);
  await grants.revoke('cy@shop.example');
  expect(roleOf('cy@shop.example')).toBe('customer');
});

it('[AU5] in production a role counts only in a session with a second factor, and the session says that one is needed', () => {
  const ann = { email: 'ann@shop.example', isTrusted: true, hasSecondFactor: false };
  expect(toRole(PRODUCTION, ann)).toBe('customer');
  expect(needsSecondFactor(PRODUCTION, ann)).toBe(true);
  expect(needsSecondFactor(PRODUCTION, { ...ann, hasSecondFactor: true })).toBe(false);
  expect(needsSecondFactor(PRODUCTION, { ...ann, isTrusted: false })).toBe(false);
  expect(needsSecondFactor(PRODUCTION, { ...ann, email: 'bo@shop.example' })).toBe(false);
  expect(needsSecondFactor(DEMO, ann)).toBe(false);
});
