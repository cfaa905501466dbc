import { describe, expect, test } from 'vitest';
import type { StaffGrants } from '#server/accounts/staff-grants.ts';

const KIM = { email: 'kim@shop.example', role: 'staff', at: 1, by: 'admin' } as const;
const ANN = { email: 'ann@shop.example', role: 'manager', at: 2, by: 'admin' } as const;

/** The contract of every store of granted roles. `create` returns an empty one. */
export function testStaffGrants(name: string, create: () => StaffGrants | Promise<StaffGrants>): void {
  describe(name, () => {
    test('[R-ROL-03] a grant stays as first given until it is revoked', async () => {
      const grants = await create();
      for (const grant of [KIM, ANN, { ...KIM, at: 3, by: 'another' }]) await grants.grant(grant);
      expect(await grants.list()).toEqual([ANN, KIM]);
      expect([grants.roleOf('kim@shop.example'), grants.roleOf('bo@shop.example')]).toEqual([
        'staff',
        undefined,
      ]);
      expect([await grants.revoke(KIM.email), await grants.revoke(KIM.email)]).toEqual([true, false]);
      expect(grants.roleOf('kim@shop.example')).toBeUndefined();
    });

    test('[R-ROL-03] a grant of another role replaces the one before', async () => {
      const grants = await create();
      const raised = { ...KIM, role: 'manager', at: 4, by: 'ann@shop.example' } as const;
      for (const grant of [KIM, raised]) expect(await grants.grant(grant)).toBe(true);
      expect(await grants.grant({ ...raised, at: 5 })).toBe(false);
      expect(await grants.list()).toEqual([raised]);
      expect(grants.roleOf(KIM.email)).toBe('manager');
    });

    test('[R-ROL-03] of two managers whose roles are taken at once, one stays', async () => {
      const grants = await create();
      const bob = { ...ANN, email: 'bob@shop.example' };
      for (const grant of [KIM, ANN, bob]) await grants.grant(grant);
      const taken = [grants.revoke(ANN.email, true), grants.revoke(bob.email, true)];
      const [isAnnTaken, isBobTaken] = await Promise.all(taken);
      expect(isAnnTaken).not.toBe(isBobTaken);
      const left = isAnnTaken ? bob : ANN;
      expect(await grants.list()).toEqual([left, KIM]);
      const lower = await grants.grant({ ...left, role: 'staff' }, true);
      expect([lower, grants.roleOf(left.email), await grants.revoke(left.email, true)]).toEqual([
        false,
        'manager',
        false,
      ]);
      expect([await grants.revoke(KIM.email, true), await grants.revoke(left.email)]).toEqual([true, true]);
      expect(await grants.list()).toEqual([]);
    });
  });
}
