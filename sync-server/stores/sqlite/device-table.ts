import type { Database } from 'better-sqlite3';
import type { Device, DeviceStore } from '#server/devices/device-store.ts';

/** Devices in the data file. */
export function createSqliteDeviceStore(writer: Database): DeviceStore {
  const find = writer.prepare<[string], Device>(`SELECT fid, secretHash FROM device WHERE fid = ?`);
  const put = writer.prepare(
    `INSERT INTO device (fid, secretHash, createdAt, lastSeen) VALUES (?, ?, ?, ?)
     ON CONFLICT (fid) DO UPDATE SET secretHash = excluded.secretHash, lastSeen = excluded.lastSeen`,
  );
  const touch = writer.prepare(`UPDATE device SET lastSeen = ? WHERE fid = ?`);
  return {
    find: async (fid) => find.get(fid),
    put: async ({ fid, secretHash }, at) => void put.run(fid, secretHash, at, at),
    touch: async (fid, at) => void touch.run(at, fid),
  };
}
