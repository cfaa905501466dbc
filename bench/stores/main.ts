import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { put } from '../../tests/contracts/document-store-writes.ts';
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts';
import type { DocumentStore } from '../../sync-server/core/document-store.ts';
import { openPostgresStores } from '../../sync-server/stores/postgres/open-stores.ts';
import { openDatabase } from '../../sync-server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '../../sync-server/stores/sqlite/sqlite-store.ts';
import { readFamilyCpu } from '../support/family-cpu.ts';

const ROUNDS = 3;
const CALLERS = 16;
const CONTENT = 'x'.repeat(1400);

/** The same work on every store; each result is a rate or a time. */
interface Figures {
  readonly 'push of 1 document, documents/s': number;
  readonly 'push of 50 documents, documents/s': number;
  /** Of this process, callers included. */
  readonly 'the same, CPU of the nodes, ms/document': number;
  readonly 'the same, with the database, ms/document': number;
  readonly 'pull of pages of 1,000, documents/s': number;
  readonly 'empty pull, ms': number;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

async function measure(nodes: readonly DocumentStore[], database?: PostgresServer): Promise<Figures> {
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
  const nodesCpu = () => process.cpuUsage().user + process.cpuUsage().system;
  const databaseCpu = () => (database ? readFamilyCpu(database.pid()) : 0);
  const [nodesBefore, databaseBefore] = [nodesCpu(), databaseCpu()];
  const batched = await push(50, 12);
  const nodesMs = (nodesCpu() - nodesBefore) / 1000;
  const databaseMs = (databaseCpu() - databaseBefore) * 1000;
  const pushed = CALLERS * 12 * 50;
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
    'the same, CPU of the nodes, ms/document': nodesMs / pushed,
    'the same, with the database, ms/document': (nodesMs + databaseMs) / pushed,
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

async function onPostgres(schema: string, count: number): Promise<Figures> {
  const open = () => openPostgresStores({ url: cluster.url, schema });
  const nodes = await Promise.all(Array.from({ length: count }, open));
  try {
    return await measure(
      nodes.map(({ documents }) => documents),
      cluster,
    );
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const cluster = startPostgres(true);
const rounds: readonly Figures[][] = [[], [], [], []];
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds[0]?.push(await onSqlite());
    for (const nodes of [1, 2, 3]) rounds[nodes]?.push(await onPostgres(`bench_${nodes}_${round}`, nodes));
  }
} finally {
  cluster.stop();
}
const show = (value: number) => value.toFixed(value < 100 ? 2 : 0).padStart(7);
print(`${''.padEnd(42)}SQLite  PostgreSQL, 1 node        2 nodes        3 nodes`);
for (const figure of Object.keys(rounds[0]?.[0] ?? {}) as (keyof Figures)[]) {
  const [sqlite = 0, ...others] = rounds.map((of) => median(of.map((one) => one[figure])));
  const cells = others.map((value) => `${show(value)} (${(value / sqlite).toFixed(2)})`.padStart(15));
  print(`${figure.padEnd(41)}${show(sqlite)}       ${cells.join('')}`);
}
print(`a push of 100 documents alone, without flush: ${show(await timeLongest()).trim()} ms on PostgreSQL`);

/** How long a commit of 100 documents takes on one node, most of it with the lock. @returns median in milliseconds */
async function timeLongest(): Promise<number> {
  const hasty = startPostgres();
  const store = await openPostgresStores({ url: hasty.url, schema: 'bench_lock' });
  const times: number[] = [];
  try {
    for (let round = 0; round < 40; round += 1) {
      const documents = Array.from({ length: 100 }, (_item, index) => {
        const id = `lock ${round} ${index}`;
        return { id, data: { FBUID: id, text: CONTENT } };
      });
      const from = performance.now();
      await put(store.documents, ...documents);
      times.push(performance.now() - from);
    }
  } finally {
    await store.close();
    hasty.stop();
  }
  return median(times);
}
