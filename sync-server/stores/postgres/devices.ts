import type { DeviceNames } from '#server/devices/device-names.ts';
import type { Device, DeviceStore } from '#server/devices/device-store.ts';
import type { Connections } from './connections.ts';
import type { Facts } from './facts.ts';

const FIND = 'SELECT fid, secret_hash AS "secretHash", generation FROM device WHERE fid = $1';
const ADD = `
  INSERT INTO device (fid, secret_hash, created_at, last_seen) VALUES ($1, $2, $3, $3) ON CONFLICT (fid) DO NOTHING`;
const REPLACE_SECRET = `
  UPDATE device SET secret_hash = $2, generation = $3 WHERE fid = $1 AND COALESCE(generation, 0) < $3`;
const IS_ACTIVE = 'SELECT 1 FROM device WHERE fid = $1 AND secret_hash = $2';
const BLOCK = `
  INSERT INTO blocked_device (fid, at) VALUES ($1, $2) ON CONFLICT (fid) DO UPDATE SET at = excluded.at`;
/** $1 prefix of the id, $2 whether only blocked ones. */
const FITTING = `
  FROM (
    SELECT fid, created_at, last_seen, at AS blocked_at FROM device LEFT JOIN blocked_device USING (fid)
    UNION ALL SELECT fid, NULL, NULL, at FROM blocked_device WHERE fid NOT IN (SELECT fid FROM device)
  ) AS known WHERE starts_with(fid, $1) AND (NOT $2 OR blocked_at IS NOT NULL)`;
const LIST = `
  SELECT fid, created_at AS "createdAt", last_seen AS "lastSeen", blocked_at IS NOT NULL AS "isBlocked" ${FITTING}
  ORDER BY last_seen DESC NULLS LAST, fid LIMIT $3`;

interface Listed {
  readonly fid: string;
  readonly createdAt: number | null;
  readonly lastSeen: number | null;
  readonly isBlocked: boolean;
}

/** Devices on PostgreSQL. */
export function createPostgresDevices(connections: Connections, facts: Facts): DeviceStore {
  const find = async (fid: string) =>
    (await connections.rows<Device & { readonly generation: number | null }>(FIND, [fid]))[0];
  return {
    async list({ prefix, isBlocked, limit }) {
      const [found, [counted]] = await connections.read((connection) =>
        Promise.all([
          connection.rows<Listed>(LIST, [prefix, isBlocked, limit]),
          connection.rows<{ total: number }>(`SELECT count(*) AS total ${FITTING}`, [prefix, isBlocked]),
        ]),
      );
      const devices = found.map(({ createdAt, lastSeen, ...device }) => ({
        ...device,
        createdAt: createdAt ?? undefined,
        lastSeen: lastSeen ?? undefined,
      }));
      return { devices, total: counted?.total ?? 0 };
    },
    async find(fid) {
      const row = await find(fid);
      if (!row) return undefined;
      const { generation, ...device } = row;
      return generation === null ? device : { ...device, generation };
    },
    async replaceSecret({ fid, secretHash, generation }) {
      await connections.change(REPLACE_SECRET, [fid, secretHash, generation]);
      return (await connections.rows(IS_ACTIVE, [fid, secretHash])).length > 0;
    },
    add: async ({ fid, secretHash }, at) => (await connections.change(ADD, [fid, secretHash, at])) === 1,
    touch: async (fid, at) =>
      void (await connections.change('UPDATE device SET last_seen = $2 WHERE fid = $1', [fid, at])),
    async setBlocked(fid, isBlocked, at) {
      if (isBlocked) await connections.change(BLOCK, [fid, at]);
      else await connections.change('DELETE FROM blocked_device WHERE fid = $1', [fid]);
      await facts.read();
    },
    isBlocked: facts.isBlocked,
  };
}

const NAME = `
  INSERT INTO device_name (fid, name) VALUES ($1, $2) ON CONFLICT (fid) DO UPDATE SET name = excluded.name`;

/** Names of devices on PostgreSQL. */
export function createPostgresDeviceNames(connections: Connections): DeviceNames {
  return {
    async set(fid, name) {
      if (name === '') await connections.change('DELETE FROM device_name WHERE fid = $1', [fid]);
      // PostgreSQL has no text with U+0000.
      else await connections.change(NAME, [fid, name.replaceAll('\0', '\ufffd')]);
    },
    list: () => connections.rows('SELECT fid, name FROM device_name'),
  };
}
