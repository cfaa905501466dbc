import type { AttemptRow, AttemptTable } from '#server/accounts/account-tables.ts';
import type { Connections } from './connections.ts';

interface Counter extends AttemptRow {
  readonly key: string;
}

const READ = 'SELECT key, count, ends_at AS "endsAt" FROM attempt WHERE key = ANY ($1::text[])';
/** Calls that change one counter take turns. In the order of the keys, so that no two calls wait for each other. */
const IN_TURN = `
  SELECT pg_advisory_xact_lock(hashtextextended(key, 2)) FROM (
    SELECT DISTINCT unnest($1::text[]) AS key ORDER BY key) AS named`;
const PUT = `
  INSERT INTO attempt (key, count, ends_at) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
  ON CONFLICT (key) DO UPDATE SET count = excluded.count, ends_at = excluded.ends_at`;
const REMOVE = 'DELETE FROM attempt WHERE key = ANY ($1::text[])';
/** Counters that another call is changing are left for later. */
const REMOVE_ENDED = `
  DELETE FROM attempt WHERE key IN (SELECT key FROM attempt WHERE ends_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`;

/** Attempt counters on PostgreSQL, counted over all nodes. */
export function createPostgresAttempts(connections: Connections): AttemptTable {
  return {
    changeAttempts: (keys, now, decide) =>
      connections.write(async (connection) => {
        const turn = connection.rows(IN_TURN, [keys]);
        const [found] = await Promise.all([connection.rows<Counter>(READ, [keys]), turn]);
        const known = new Map(found.map(({ key, ...row }) => [key, row]));
        const { result, rows } = decide(keys.map((key) => known.get(key)));
        if (!rows) return result;
        const put = keys.flatMap((key, index) => {
          const row = rows[index];
          return row ? [{ key, ...row }] : [];
        });
        await Promise.all([
          connection.change(REMOVE, [keys.filter((_key, index) => !rows[index])]),
          connection.change(PUT, [
            put.map(({ key }) => key),
            put.map(({ count }) => count),
            put.map(({ endsAt }) => Math.ceil(endsAt)),
          ]),
          connection.change(REMOVE_ENDED, [now]),
        ]);
        return result;
      }),
    // Every call is stored when it is answered.
    flush: () => Promise.resolve(),
  };
}
