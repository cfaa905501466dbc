import type { Database } from 'better-sqlite3';
import type { StaffGrant, StaffGrants } from '#server/accounts/staff-grants.ts';

/** Grants live in the accounts file, which a restore of the data leaves unchanged: revoked ones stay revoked. */
export function createSqliteStaffGrants(database: Database): StaffGrants {
  database.exec(`
    CREATE TABLE IF NOT EXISTS staffGrant (email TEXT PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL)
      STRICT, WITHOUT ROWID`);
  const list = database.prepare<[], StaffGrant>(`SELECT email, at, by FROM staffGrant ORDER BY email`);
  const grant = database.prepare(`INSERT OR IGNORE INTO staffGrant (email, at, by) VALUES (?, ?, ?)`);
  const revoke = database.prepare(`DELETE FROM staffGrant WHERE email = ?`);
  const granted = new Set(list.all().map(({ email }) => email));
  return {
    has: (email) => granted.has(email),
    list: () => list.all(),
    grant({ email, at, by }) {
      grant.run(email, at, by);
      granted.add(email);
    },
    revoke(email) {
      const { changes } = revoke.run(email);
      granted.delete(email);
      return changes > 0;
    },
  };
}
