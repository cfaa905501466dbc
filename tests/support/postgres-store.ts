import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { RECORDS } from '#server/core/maintenance.ts';
import { openPostgresStores, type PostgresStores } from '#server/stores/postgres/open-stores.ts';

/**
 * The database of this worker. Not shared with others, because the identity provider looks at all schemas, and fails if
 * one goes meanwhile.
 */
export function testDatabase(): string {
  const url = new URL(inject('postgres'));
  url.pathname = `/worker_${process.env['VITEST_POOL_ID']}`;
  return url.href;
}

/** The document store on PostgreSQL in a schema of its own. */
export async function openTestPostgres(clock?: Clock, rejectedBytes?: number) {
  const { nodes, ...others } = await openTestNodes(1, clock, rejectedBytes);
  const [stores] = nodes;
  if (!stores) throw new Error('No store was opened.');
  return { stores, store: { ...stores.documents, ...stores.maintenance }, ...others };
}

/** Schemas of this worker that no test uses, without content: making one takes longer than most tests. */
const spare: ReturnType<typeof nameTestSchema>[] = [];

/** Stores of several nodes on the same tables. */
export async function openTestNodes(count: number, clock?: Clock, rejectedBytes?: number) {
  const own = spare.pop() ?? nameTestSchema();
  const options = { ...own, clock, rejectedBytes };
  const nodes: readonly PostgresStores[] = await Promise.all(
    Array.from({ length: count }, () => openPostgresStores(options)),
  );
  return {
    ...own,
    nodes,
    async dispose() {
      await Promise.all(nodes.map((node) => node.close()));
      await own.empty();
      spare.push(own);
    },
  };
}

/** A schema of a test's own, which has no tables yet. */
export function nameTestSchema() {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const run = (text: string) => queryPostgres(text, schema);
  return {
    url: testDatabase(),
    schema,
    /** Runs a statement on its tables. */
    run,
    /** Every row of every table, as text that begins with the table's name and a colon. */
    async readRows(): Promise<readonly string[]> {
      const tables = await run(`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'`);
      const selects = tables.map(
        ({ name }) => `SELECT '${name}: ' || to_json(whole) AS row FROM ${name} AS whole`,
      );
      return (await run(selects.join(' UNION ALL '))).map(({ row }) => String(row));
    },
    /** Deletes all rows but those of a new schema, in a new epoch. */
    async empty(): Promise<void> {
      const tables = await run(
        `SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables
         WHERE schemaname IN ('${schema}', '${schema}_accounts') AND tablename NOT IN ('writer', 'meta', 'collection')`,
      );
      const deletions = tables.map(({ name }) => `DELETE FROM ${name}`);
      await run(`
        SET session_replication_role = replica; ${deletions.join(';')};
        DELETE FROM collection WHERE number > ${RECORDS.length};
        UPDATE collection SET documents = 0, deleted = 0, entries = 0, bytes = 0, last_change = NULL;
        DELETE FROM meta WHERE key NOT IN ('version', 'origin');
        INSERT INTO meta VALUES ('epoch', '${createId()}')`);
    },
    drop: () => run(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_accounts CASCADE`),
  };
}

/** Runs a statement on this run's PostgreSQL. */
export async function queryPostgres(
  text: string,
  schema = 'public',
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: testDatabase(),
    options: `-c search_path=${schema}`,
  });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** How many connections to this worker's database wait for a lock that another one holds. */
export async function countLockWaits(): Promise<number> {
  const waits = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await queryPostgres(waits)).length;
}
