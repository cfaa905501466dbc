import { describe, expect, it } from 'vitest';
import { isStaffAccount } from '#server/accounts/staff-rule.ts';

const PRODUCTION = { production: true, staffEmails: ['ann@shop.example'] };

describe('who is staff', () => {
  it('[R-ROL-03] outside production every account is staff, verified or not', () => {
    const config = { production: false, staffEmails: [] };
    expect(isStaffAccount(config, { email: 'anyone@example.com', emailVerified: false })).toBe(true);
  });

  it('[R-ROL-03] in production only a named account with a verified address is', () => {
    expect(isStaffAccount(PRODUCTION, { email: 'Ann@Shop.example', emailVerified: true })).toBe(true);
    expect(isStaffAccount(PRODUCTION, { email: 'ann@shop.example', emailVerified: false })).toBe(false);
    expect(isStaffAccount(PRODUCTION, { email: 'bo@shop.example', emailVerified: true })).toBe(false);
  });
});
