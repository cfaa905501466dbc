import type { Database } from 'better-sqlite3';
import type { DeviceNames } from '#server/devices/device-names.ts';

/** Names live in the accounts file: they are about persons, as accounts are. */
export function createSqliteDeviceNames(database: Database): DeviceNames {
  database.exec(
    `CREATE TABLE IF NOT EXISTS deviceName (fid TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  );
  const list = database.prepare<[], { fid: string; name: string }>(`SELECT fid, name FROM deviceName`);
  const put = database.prepare(`INSERT OR REPLACE INTO deviceName (fid, name) VALUES (?, ?)`);
  const remove = database.prepare(`DELETE FROM deviceName WHERE fid = ?`);
  return {
    set: async (fid, name) => void (name === '' ? remove.run(fid) : put.run(fid, name)),
    list: async () => list.all(),
  };
}
