import type { Database } from 'better-sqlite3';
import type { Device, DeviceQuery, DeviceStore } from '#server/devices/device-store.ts';

interface DeviceRow {
  readonly fid: string;
  readonly createdAt: number | null;
  readonly lastSeen: number | null;
  readonly blockedAt: number | null;
}

const FITTING = `
  FROM (
    SELECT fid, createdAt, lastSeen, at AS blockedAt FROM device LEFT JOIN blockedDevice USING (fid)
    UNION ALL SELECT fid, NULL, NULL, at FROM blockedDevice WHERE fid NOT IN (SELECT fid FROM device)
  ) WHERE substr(fid, 1, length(@prefix)) = @prefix AND (@isBlocked = 0 OR blockedAt IS NOT NULL)`;

/** Devices in the data file. */
export function createSqliteDeviceStore(writer: Database): DeviceStore {
  const blocked = new Set(writer.prepare<[], string>(`SELECT fid FROM blockedDevice`).pluck().all());
  const block = writer.prepare(`INSERT OR REPLACE INTO blockedDevice (fid, at) VALUES (?, ?)`);
  const unblock = writer.prepare(`DELETE FROM blockedDevice WHERE fid = ?`);
  const find = writer.prepare<[string], Device & { generation: number | null }>(
    `SELECT fid, secretHash, generation FROM device WHERE fid = ?`,
  );
  const replaceSecret = writer.prepare<[Required<Device>]>(
    `UPDATE device SET secretHash = @secretHash, generation = @generation
     WHERE fid = @fid AND COALESCE(generation, 0) < @generation`,
  );
  const add = writer.prepare(
    `INSERT OR IGNORE INTO device (fid, secretHash, createdAt, lastSeen) VALUES (?, ?, ?, ?)`,
  );
  const touch = writer.prepare(`UPDATE device SET lastSeen = ? WHERE fid = ?`);
  const list = writer.prepare<[object], DeviceRow>(
    `SELECT * ${FITTING} ORDER BY lastSeen DESC NULLS LAST, fid LIMIT @limit`,
  );
  const count = writer.prepare<[object], number>(`SELECT COUNT(*) ${FITTING}`).pluck();
  return {
    async list({ prefix, isBlocked, limit }: DeviceQuery) {
      const query = { prefix, isBlocked: isBlocked ? 1 : 0, limit };
      const devices = list.all(query).map((row) => ({
        fid: row.fid,
        createdAt: row.createdAt ?? undefined,
        lastSeen: row.lastSeen ?? undefined,
        isBlocked: row.blockedAt !== null,
      }));
      return { devices, total: count.get(query) ?? 0 };
    },
    async find(fid) {
      const row = find.get(fid);
      if (!row) return undefined;
      const { generation, ...device } = row;
      return generation === null ? device : { ...device, generation };
    },
    async replaceSecret(device) {
      replaceSecret.run(device);
      return find.get(device.fid)?.secretHash === device.secretHash;
    },
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
