import { describe, expect, it } from 'vitest';
import { isStaffAccount } from '#server/accounts/staff-rule.ts';
import { createMemoryStaffGrants } from '../../tests/support/memory-storage.ts';

const grants = createMemoryStaffGrants();
const PRODUCTION = { production: true, staffEmails: ['ann@shop.example'], grants };

describe('the staff rule', () => {
  it('[R-ROL-03] outside production every account is staff, verified or not', () => {
    const rule = { production: false, staffEmails: [], grants };
    expect(isStaffAccount(rule, { email: 'anyone@example.com', isTrusted: false })).toBe(true);
  });

  it('[R-ROL-03] in production only a named account is staff, in a session begun after its address was verified', () => {
    expect(isStaffAccount(PRODUCTION, { email: 'Ann@Shop.example', isTrusted: true })).toBe(true);
    expect(isStaffAccount(PRODUCTION, { email: 'ann@shop.example', isTrusted: false })).toBe(false);
    expect(isStaffAccount(PRODUCTION, { email: 'bo@shop.example', isTrusted: true })).toBe(false);
  });

  it('[R-ROL-03] an account granted from the command line is staff until the grant is revoked, and only in a session begun after its address was verified', () => {
    grants.grant({ email: 'cy@shop.example', at: 0, by: 'admin' });
    expect(isStaffAccount(PRODUCTION, { email: 'Cy@Shop.example', isTrusted: true })).toBe(true);
    expect(isStaffAccount(PRODUCTION, { email: 'cy@shop.example', isTrusted: false })).toBe(false);
    grants.revoke('cy@shop.example');
    expect(isStaffAccount(PRODUCTION, { email: 'cy@shop.example', isTrusted: true })).toBe(false);
  });
});
