import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Clock } from '#shared/kernel/clock.ts';
import { openPostgresStores, type PostgresStores } from '#server/stores/postgres/open-stores.ts';

/** The document store on PostgreSQL in a schema of its own. */
export async function openTestPostgres(clock?: Clock, rejectedBytes?: number) {
  const { nodes, dispose } = await openTestNodes(1, clock, rejectedBytes);
  const [stores] = nodes;
  if (!stores) throw new Error('No store was opened.');
  return { stores, store: { ...stores.documents, ...stores.maintenance }, dispose };
}

/** Stores of several nodes on the same tables. */
export async function openTestNodes(count: number, clock?: Clock, rejectedBytes?: number) {
  const options = {
    url: inject('postgres'),
    schema: `test_${randomBytes(6).toString('hex')}`,
    clock,
    rejectedBytes,
  };
  const nodes: readonly PostgresStores[] = await Promise.all(
    Array.from({ length: count }, () => openPostgresStores(options)),
  );
  return {
    nodes,
    async dispose() {
      await Promise.all(nodes.map((node) => node.close()));
      await queryPostgres(`DROP SCHEMA ${options.schema} CASCADE`);
    },
  };
}

/** Runs a statement on this run's PostgreSQL. */
export async function queryPostgres(text: string): Promise<readonly unknown[]> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}
