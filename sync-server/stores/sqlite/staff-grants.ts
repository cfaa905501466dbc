import type { Database } from 'better-sqlite3';
import type { StaffRole } from '#shared/access/actor.ts';
import type { StaffGrant, StaffGrants } from '#server/accounts/staff-grants.ts';

/** Grants live in the accounts file, which a restore of the data leaves unchanged: revoked ones stay revoked. */
export function createSqliteStaffGrants(database: Database): StaffGrants {
  database.exec(`
    CREATE TABLE IF NOT EXISTS staffGrant (email TEXT PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL)
      STRICT, WITHOUT ROWID`);
  // Files of earlier versions, and backups of them, have no roles.
  if (!database.prepare(`SELECT 1 FROM pragma_table_info('staffGrant') WHERE name = 'role'`).get()) {
    database.exec(`ALTER TABLE staffGrant ADD COLUMN role TEXT NOT NULL DEFAULT 'staff'`);
  }
  const list = database.prepare<[], StaffGrant>(`SELECT email, role, at, by FROM staffGrant ORDER BY email`);
  const role = database.prepare<[string], StaffRole>(`SELECT role FROM staffGrant WHERE email = ?`).pluck();
  const isKept = `@keepsManager = 1 AND role = 'manager'
    AND (SELECT count(*) FROM staffGrant WHERE role = 'manager') = 1`;
  const grant = database.prepare(`
    INSERT INTO staffGrant (email, role, at, by) VALUES (@email, @role, @at, @by)
    ON CONFLICT (email) DO UPDATE SET role = @role, at = @at, by = @by WHERE role <> @role AND NOT (${isKept})`);
  const revoke = database.prepare(`DELETE FROM staffGrant WHERE email = @email AND NOT (${isKept})`);
  const roles = new Map<string, StaffRole>(list.all().map((stored) => [stored.email, stored.role]));

  function readAgain(email: string): void {
    const stored = role.get(email);
    if (stored === undefined) roles.delete(email);
    else roles.set(email, stored);
  }

  return {
    roleOf: (email) => roles.get(email),
    list: async () => list.all(),
    async grant(granted, keepsManager = false) {
      const { changes } = grant.run({ ...granted, keepsManager: Number(keepsManager) });
      readAgain(granted.email);
      return changes > 0;
    },
    async revoke(email, keepsManager = false) {
      const { changes } = revoke.run({ email, keepsManager: Number(keepsManager) });
      readAgain(email);
      return changes > 0;
    },
  };
}
