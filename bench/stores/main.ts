import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { put } from '../../tests/contracts/document-store-writes.ts';
import { startPostgres } from '../../scripts/postgres-server.ts';
import type { DocumentStore } from '../../sync-server/core/document-store.ts';
import { openPostgresStores } from '../../sync-server/stores/postgres/open-stores.ts';
import { openDatabase } from '../../sync-server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '../../sync-server/stores/sqlite/sqlite-store.ts';

const ROUNDS = 3;
const CALLERS = 16;
const CONTENT = 'x'.repeat(1400);

/** The same work on every store; each result is a rate or a time. */
interface Figures {
  readonly 'push of 1 document, documents/s': number;
  readonly 'push of 50 documents, documents/s': number;
  readonly 'pull of pages of 1,000, documents/s': number;
  readonly 'empty pull, ms': number;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

async function measure(nodes: readonly DocumentStore[]): Promise<Figures> {
  const nodeOf = (index: number) => nodes[index % nodes.length] as DocumentStore;
  const push = async (batch: number, count: number) => {
    const from = performance.now();
    const callers = Array.from({ length: CALLERS }, async (_none, caller) => {
      for (let round = 0; round < count; round += 1) {
        const documents = Array.from({ length: batch }, (_item, index) => {
          const id = `${batch} ${caller} ${round} ${index}`;
          return { id, data: { FBUID: id, text: CONTENT } };
        });
        await put(nodeOf(caller), ...documents);
      }
    });
    await Promise.all(callers);
    return (CALLERS * count * batch) / ((performance.now() - from) / 1000);
  };
  await push(2, 10);
  const single = await push(1, 100);
  const batched = await push(50, 12);
  const pullFrom = performance.now();
  let [pulled, after] = [0, 0];
  for (;;) {
    const page = await nodeOf(pulled).changesSince({
      collection: 'contacts',
      scope: 'everything',
      after,
      limit: 1000,
    });
    pulled += page.documents.length;
    after = page.documents.at(-1)?.sequence ?? after;
    if (page.documents.length < 1000) break;
  }
  const pull = pulled / ((performance.now() - pullFrom) / 1000);
  const emptyFrom = performance.now();
  for (let round = 0; round < 200; round += 1)
    await nodeOf(round).changesSince({ collection: 'contacts', scope: 'everything', after, limit: 1000 });
  return {
    'push of 1 document, documents/s': single,
    'push of 50 documents, documents/s': batched,
    'pull of pages of 1,000, documents/s': pull,
    'empty pull, ms': (performance.now() - emptyFrom) / 200,
  };
}

async function onSqlite(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-bench-'));
  const store = createSqliteStore(openDatabase(join(folder, 'data.sqlite')));
  try {
    return await measure([store]);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres(url: string, schema: string, count: number): Promise<Figures> {
  const open = () => openPostgresStores({ url, schema });
  const nodes = await Promise.all(Array.from({ length: count }, open));
  try {
    return await measure(nodes.map(({ documents }) => documents));
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const cluster = startPostgres(true);
const rounds: Record<'sqlite' | 'one node' | 'two nodes', Figures[]> = {
  sqlite: [],
  'one node': [],
  'two nodes': [],
};
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.sqlite.push(await onSqlite());
    rounds['one node'].push(await onPostgres(cluster.url, `bench_one_${round}`, 1));
    rounds['two nodes'].push(await onPostgres(cluster.url, `bench_two_${round}`, 2));
  }
} finally {
  cluster.stop();
}
const [first] = rounds.sqlite;
for (const figure of Object.keys(first ?? {}) as (keyof Figures)[]) {
  const of = (kind: keyof typeof rounds) => median(rounds[kind].map((one) => one[figure]));
  const [sqlite, one, two] = [of('sqlite'), of('one node'), of('two nodes')];
  const show = (value: number) => value.toFixed(value < 100 ? 2 : 0);
  print(
    `${figure.padEnd(38)} SQLite ${show(sqlite).padStart(8)}  PostgreSQL ${show(one).padStart(8)} (${(one / sqlite).toFixed(2)})  two nodes ${show(two).padStart(8)} (${(two / sqlite).toFixed(2)})`,
  );
}
