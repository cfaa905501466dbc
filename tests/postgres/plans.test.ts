import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Audience } from '#shared/access/decide-access.ts';
import { createConnections, type Connections } from '#server/stores/postgres/connections.ts';
import { ONLY_JOBS, TOUCHED } from '#server/stores/postgres/hearing.ts';
import { BOUNDS, CHANGES, EVICTIONS, NAMED } from '#server/stores/postgres/statements.ts';
import { put } from '../contracts/document-store-writes.ts';
import { openTestPostgres } from '../support/postgres-store.ts';

const COMMITS = 500;
const DOCUMENTS = 40;
/** How many of the documents leave their account. */
const EVICTED = 5000;
const ACCOUNTS = 50;
/** The most rows that a statement with a page of ten may look at. */
const MOST_ROWS = 300;

let opened: Awaited<ReturnType<typeof openTestPostgres>>;
let connections: Connections;
let newest: number;
beforeAll(async () => {
  opened = await openTestPostgres();
  connections = createConnections(opened);
  const { documents } = opened.stores;
  const ids = Array.from({ length: COMMITS * DOCUMENTS }, (_none, index) => index);
  const putAll = (size: number, count: number, toAudience: (index: number) => Audience) =>
    Promise.all(
      Array.from({ length: count / size }, (_none, commit) => {
        const some = ids.slice(commit * size, (commit + 1) * size);
        return put(documents, ...some.map((index) => ({ id: `d${index}`, audience: toAudience(index) })));
      }),
    );
  await putAll(DOCUMENTS, ids.length, (index) => `account:${index % ACCOUNTS}`);
  await putAll(1, EVICTED, () => 'public');
  await opened.run('ANALYZE');
  newest = await documents.newestSequence();
}, 120_000);
afterAll(async () => {
  await connections.close();
  await opened.dispose();
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const listNodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** How many rows a statement looked at, and how many workers it started, with the settings of the server. */
async function explain(text: string, values: string) {
  const [row] = await connections.read(async (connection) => {
    // As if the tables were longer still.
    await connection.run('SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0');
    await connection.run(
      'SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL min_parallel_index_scan_size = 0',
    );
    await connection.run(`PREPARE explained AS ${text}`);
    const rows = await connection.rows<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained ${values}`,
    );
    await connection.run('DEALLOCATE explained');
    return rows;
  });
  const nodes = listNodes(row?.['QUERY PLAN'][0]?.Plan ?? expect.fail('no plan'));
  const rows = nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) =>
        sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
  const gathers = nodes.filter((node) => node['Node Type'].startsWith('Gather'));
  return { rows, gathers: gathers.length };
}

const OWN = `ARRAY['account:own', 'public']`;

test.each([
  ['the bounds', BOUNDS, () => ''],
  ['documents by their ids', NAMED, () => `(ARRAY['contacts', 'contacts'], ARRAY['d1', 'd19999'])`],
  ['the first page of a new device', CHANGES, () => `('contacts', ${OWN}, 0, 10, 100000, 10)`],
  [
    'the page of a device that has all',
    CHANGES,
    () => `('contacts', ${OWN}, ${newest - 10}, 10, 100000, 10)`,
  ],
  ['the page of staff', CHANGES, () => `('contacts', NULL, ${newest - 10}, 10, 100000, 10)`],
  ['the evictions for a new device', EVICTIONS, () => `('contacts', ${OWN}, 0, 10)`],
  ['the evictions for a device that has all', EVICTIONS, () => `('contacts', ${OWN}, ${newest - 10}, 10)`],
  [
    'the evictions for a device that has lost all',
    EVICTIONS,
    () => `('contacts', ARRAY['account:7'], 0, 10)`,
  ],
  ['the audiences of another node’s commit', TOUCHED, () => `(${newest - 10})`],
  ['the jobs of that commit', ONLY_JOBS, () => `(${newest - 10})`],
])(
  '[DB5] [DB6] in long tables, the server reads few rows and starts no parallel workers for %s',
  async (_name, text, values) => {
    const { rows, gathers } = await explain(text, values());
    expect(rows).toBeLessThanOrEqual(MOST_ROWS);
    expect(gathers).toBe(0);
  },
);
