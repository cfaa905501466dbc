import type { StaffGrant, StaffGrants } from '#server/accounts/staff-grants.ts';
import type { Connections } from './connections.ts';
import type { Facts } from './facts.ts';

/** Changes take turns, because what is left of the managers decides about them. */
const IN_TURN = 'LOCK TABLE staff_grant IN SHARE ROW EXCLUSIVE MODE';
const LIST = 'SELECT email, role, at, "by" FROM staff_grant ORDER BY email';
/** Whether the grant is the only manager's, and there must be one. */
const IS_KEPT = (email: string, keepsManager: string) => `(
  ${keepsManager} AND EXISTS (SELECT 1 FROM staff_grant AS own WHERE own.email = ${email} AND own.role = 'manager')
  AND (SELECT count(*) FROM staff_grant AS own WHERE own.role = 'manager') = 1)`;
const GRANT = `
  INSERT INTO staff_grant AS known (email, role, at, "by") VALUES ($1, $2, $3, $4)
  ON CONFLICT (email) DO UPDATE SET role = excluded.role, at = excluded.at, "by" = excluded."by"
  WHERE known.role <> excluded.role AND NOT ${IS_KEPT('$1', '$5')}`;
const REVOKE = `DELETE FROM staff_grant WHERE email = $1 AND NOT ${IS_KEPT('$1', '$2')}`;

/** Granted roles on PostgreSQL. */
export function createPostgresStaffGrants(connections: Connections, facts: Facts): StaffGrants {
  async function change(text: string, values: readonly unknown[]): Promise<boolean> {
    const [, changed] = await connections.write((connection) =>
      Promise.all([connection.change(IN_TURN), connection.change(text, values)]),
    );
    await facts.read();
    return changed > 0;
  }
  return {
    roleOf: facts.roleOf,
    list: () => connections.rows<StaffGrant>(LIST),
    grant: ({ email, role, at, by }, keepsManager = false) =>
      change(GRANT, [email, role, at, by, keepsManager]),
    revoke: (email, keepsManager = false) => change(REVOKE, [email, keepsManager]),
  };
}
