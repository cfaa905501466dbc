import type { Database } from 'better-sqlite3';
import type { Device, DeviceStore } from '#server/devices/device-store.ts';

/** Devices in the data file. */
export function createSqliteDeviceStore(writer: Database): DeviceStore {
  writer.exec(`
    CREATE TABLE IF NOT EXISTS blockedDevice (fid TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS secretGeneration (fid TEXT PRIMARY KEY, generation INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
  `);
  const blocked = new Set(writer.prepare<[], string>(`SELECT fid FROM blockedDevice`).pluck().all());
  const block = writer.prepare(`INSERT OR REPLACE INTO blockedDevice (fid, at) VALUES (?, ?)`);
  const unblock = writer.prepare(`DELETE FROM blockedDevice WHERE fid = ?`);
  const find = writer.prepare<[string], Device & { generation: number | null }>(`
    SELECT fid, secretHash, generation FROM device LEFT JOIN secretGeneration USING (fid) WHERE fid = ?`);
  const setGeneration = writer.prepare(`
    INSERT INTO secretGeneration (fid, generation) SELECT fid, ? FROM device WHERE fid = ?
    ON CONFLICT DO UPDATE SET generation = excluded.generation WHERE excluded.generation > generation`);
  const setSecret = writer.prepare(`UPDATE device SET secretHash = ? WHERE fid = ?`);
  const replaceSecret = writer.transaction(({ fid, secretHash, generation }: Required<Device>) => {
    if (setGeneration.run(generation, fid).changes === 1) setSecret.run(secretHash, fid);
    return find.get(fid)?.secretHash === secretHash;
  });
  const add = writer.prepare(
    `INSERT OR IGNORE INTO device (fid, secretHash, createdAt, lastSeen) VALUES (?, ?, ?, ?)`,
  );
  const touch = writer.prepare(`UPDATE device SET lastSeen = ? WHERE fid = ?`);
  return {
    async find(fid) {
      const row = find.get(fid);
      if (!row) return undefined;
      const { generation, ...device } = row;
      return generation === null ? device : { ...device, generation };
    },
    replaceSecret: (device) => replaceSecret(device),
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
