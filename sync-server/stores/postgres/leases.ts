import type { Leases } from '#server/core/leases.ts';
import type { Connections } from './connections.ts';

/** $1 name, $2 node, $3 milliseconds, by the database's clock. */
const TAKE = `
  INSERT INTO lease (name, holder, until) VALUES ($1, $2, now() + $3::bigint * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE lease.until < now() OR lease.holder = excluded.holder`;

/** Leases on PostgreSQL. @param node this node's name */
export function createPostgresLeases(connections: Connections, node: string): Leases {
  return {
    take: async (name, durationMs) => (await connections.change(TAKE, [name, node, durationMs])) > 0,
  };
}
