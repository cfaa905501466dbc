import type { Database } from 'better-sqlite3';
import type { Device, DeviceStore } from '#server/devices/device-store.ts';

/** Devices in the data file. */
export function createSqliteDeviceStore(writer: Database): DeviceStore {
  writer.exec(
    `CREATE TABLE IF NOT EXISTS blockedDevice (fid TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  );
  const blocked = new Set(writer.prepare<[], string>(`SELECT fid FROM blockedDevice`).pluck().all());
  const block = writer.prepare(`INSERT OR REPLACE INTO blockedDevice (fid, at) VALUES (?, ?)`);
  const unblock = writer.prepare(`DELETE FROM blockedDevice WHERE fid = ?`);
  const find = writer.prepare<[string], Device>(`SELECT fid, secretHash FROM device WHERE fid = ?`);
  const add = writer.prepare(
    `INSERT OR IGNORE INTO device (fid, secretHash, createdAt, lastSeen) VALUES (?, ?, ?, ?)`,
  );
  const touch = writer.prepare(`UPDATE device SET lastSeen = ? WHERE fid = ?`);
  return {
    find: async (fid) => find.get(fid),
    add: async ({ fid, secretHash }, at) => add.run(fid, secretHash, at, at).changes === 1,
    touch: async (fid, at) => void touch.run(at, fid),
    async setBlocked(fid, isBlocked, at) {
      if (isBlocked) {
        block.run(fid, at);
        blocked.add(fid);
      } else {
        unblock.run(fid);
        blocked.delete(fid);
      }
    },
    isBlocked: (fid) => blocked.has(fid),
  };
}
