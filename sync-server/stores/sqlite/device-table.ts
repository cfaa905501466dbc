import type { Database } from 'better-sqlite3';
import type { Device, DeviceStore } from '#server/devices/device-store.ts';

/** Devices in the data file. */
export function createSqliteDeviceStore(writer: Database): DeviceStore {
  const find = writer.prepare<[string], Device>(`SELECT fid, secretHash FROM device WHERE fid = ?`);
  const add = writer.prepare(
    `INSERT OR IGNORE INTO device (fid, secretHash, createdAt, lastSeen) VALUES (?, ?, ?, ?)`,
  );
  const touch = writer.prepare(`UPDATE device SET lastSeen = ? WHERE fid = ?`);
  return {
    find: async (fid) => find.get(fid),
    add: async ({ fid, secretHash }, at) => add.run(fid, secretHash, at, at).changes === 1,
    touch: async (fid, at) => void touch.run(at, fid),
  };
}
