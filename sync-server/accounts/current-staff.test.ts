import { expect, test } from 'vitest';
import { ANONYMOUS, type StaffRole } from '#shared/access/actor.ts';
import { createCurrentStaff } from './current-staff.ts';

const KIM = {
  ...ANONYMOUS,
  accountId: 'kim',
  email: 'Kim@shop.example',
  role: 'manager',
  isStaff: true,
} as const;

function currentStaff(granted: StaffRole | undefined, account: { id?: string; isDisabled?: boolean } = {}) {
  const { id = 'kim', isDisabled = false } = account;
  const grants = { roleOf: (email: string) => (email === 'kim@shop.example' ? granted : undefined) };
  const tables = { accountIdOf: async () => id, isDisabled: async () => isDisabled };
  return createCurrentStaff({ production: true, staffEmails: [], grants }, tables);
}

test('[DB10] [R-ROL-03] a person who is still staff has the role of today', async () => {
  expect(await currentStaff('staff')(KIM)).toEqual({ ...KIM, role: 'staff' });
  expect(await currentStaff('manager')(KIM)).toEqual(KIM);
});

test('[DB10] [R-ROL-03] a person without a role, with a disabled or another account is no longer staff', async () => {
  expect(await currentStaff(undefined)(KIM)).toBeUndefined();
  expect(await currentStaff('staff', { isDisabled: true })(KIM)).toBeUndefined();
  // The address now belongs to another account.
  expect(await currentStaff('staff', { id: 'other' })(KIM)).toBeUndefined();
  expect(await currentStaff('staff')({ ...KIM, email: 'left@shop.example' })).toBeUndefined();
  expect(await currentStaff('staff')(ANONYMOUS)).toBeUndefined();
});
