import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts';
import { createPushLoad } from '../soak/push-load.ts';
import { createRandom, pickNumber } from '../soak/seeded-random.ts';
import { SEED, toCount } from '../soak/soak-setting.ts';
import { openDatabaseLink, type DatabaseLink } from '../support/database-link.ts';
import { fillCollection } from '../support/job-calls.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { toRequests } from '../support/upload-file.ts';
import { runCopies } from './copy-load.ts';

const NODES = toCount('CHAOS_NODES', { suite: 3, soak: 3 });
const DEVICES = 4;
/** So many that most writes create one: a later change of the same document would hide one that was missed. */
const DOCUMENTS = 100_000;
/** What jobs copy meanwhile. */
const COPIED = Array.from({ length: 1500 }, (_none, index) => ({
  FBUID: `n${index}`,
  text: `note ${index}`,
}));
/** Writes between two faults: the cluster has gone on. */
const ACKNOWLEDGEMENTS = 60;

/** In milliseconds: each node's clock is ahead of that of the node before it. */
const CLOCK_STEP = 7 * 60_000;
const STALL_MS = 2000;

interface Node {
  readonly link: DatabaseLink;
  readonly server: ShopServer;
}

let database: PostgresServer;
let nodes: readonly Node[];
let folder: string;
beforeAll(async () => {
  database = startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'nankeen-chaos-'));
  const start = async (index: number): Promise<Node> => {
    const link = await openDatabaseLink(database.url);
    const settings = {
      DATABASE_URL: link.url,
      FILES_DIR: folder,
      NODE_NAME: `node-${index}`,
      DRAIN_SECONDS: '0',
      NODE_OPTIONS: `--import=${toClockShift(index * CLOCK_STEP)}`,
    };
    return { link, server: await startShopServer({ ...NO_LIMITS, ...settings }) };
  };
  nodes = await Promise.all(Array.from({ length: NODES }, (_none, index) => start(index)));
}, 120_000);
afterAll(async () => {
  await Promise.all(nodes.map(({ server }) => server.stop()));
  await Promise.all(nodes.map(({ link }) => link.cut()));
  database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A module that puts a process's clock forward. */
function toClockShift(ms: number): string {
  const shift = `
    globalThis.Date = class extends Date {
      static now() { return super.now() + ${ms}; }
      constructor(...values) { super(...(values.length === 0 ? [new.target.now()] : values)); }
    };`;
  return `data:text/javascript,${encodeURIComponent(shift)}`;
}

async function query<Row extends object>(text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: database.url, options: '-c search_path=nankeen' });
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(text)).rows;
  } finally {
    await client.end();
  }
}

function signalAll(processes: readonly { readonly pid: number }[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

const FAULTS: readonly ((node: Node) => unknown)[] = [
  async function killNode({ server }) {
    await server.kill();
    await server.restart();
  },
  async function stallNode({ server }) {
    server.signal('SIGSTOP');
    await delay(STALL_MS);
    server.signal('SIGCONT');
  },
  async function stallDatabase() {
    const processes = await query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()
       UNION SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int`,
    );
    signalAll(processes, 'SIGSTOP');
    await delay(STALL_MS);
    signalAll(processes, 'SIGCONT');
  },
  async function cutNetwork({ link }) {
    await link.cut();
    await delay(1000);
    await link.mend();
  },
  () =>
    query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`),
  () => query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`),
  () => database.crash(),
];

const faults = toCount('CHAOS_FAULTS', { suite: FAULTS.length, soak: 1000 });
const PROGRESS = 50;
/** In the short form a job would only wait for the end of a dead node's hold. */
const hasJobs = faults > FAULTS.length;

test(`[DB1] [DB2] [DB3] [DB4] [DB10] ${NODES} nodes, whose clocks differ, and their database fail ${faults} times under load: every acknowledged write is stored once, and every device ends with all of them${hasJobs ? ', and every job copies each document once' : ''} (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const pick = <Item>(items: readonly Item[]) => items[pickNumber(random, items.length)] ?? expect.fail();
  let heard = 0;
  const onAcknowledged = () => void (heard += 1);
  const origin = () => pick(nodes).server.origin;
  const loads = Array.from({ length: DEVICES }, () =>
    createPushLoad({ origin, random, documents: DOCUMENTS, onAcknowledged }),
  );
  let isOver = false;
  if (hasJobs) await fillCollection(toRequests(pick(nodes).server), 'notes', COPIED);
  const running = Promise.all(loads.map((load) => load.run(() => isOver)));
  const copying = hasJobs
    ? runCopies({ pick: () => pick(nodes).server, source: 'notes', isOver: () => isOver })
    : [];
  for (let fault = 0; fault < faults; fault++) {
    const due = heard + ACKNOWLEDGEMENTS;
    await expect.poll(() => heard, { timeout: 120_000, interval: 20 }).toBeGreaterThan(due);
    await (FAULTS[fault] ?? pick(FAULTS))(pick(nodes));
    if ((fault + 1) % PROGRESS === 0) console.log(`${fault + 1} faults, ${heard} writes (seed ${SEED})`);
  }
  isOver = true;
  await running;
  const copies = await copying;
  for (const load of loads) {
    await expect
      .poll(
        () =>
          load.finish().then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(load.pulled, 'what was pulled is all there is').toEqual(load.newest);
    expect(load.breaches).toEqual([]);
  }

  const [counts] = await query<Record<string, string>>(`SELECT count(*) AS entries, max(sequence) AS newest,
    (SELECT count(*) FROM (
      SELECT previous, lag(sequence) OVER (PARTITION BY collection, document_id ORDER BY sequence) AS before FROM history
    ) AS entry WHERE previous IS DISTINCT FROM before) AS broken,
    (SELECT count(*) FROM head FULL JOIN (
      SELECT collection, document_id, max(sequence) AS newest FROM history GROUP BY collection, document_id
    ) AS found ON found.collection = head.collection AND found.document_id = head.id
    WHERE head.sequence IS DISTINCT FROM found.newest) AS stale FROM history`);
  expect(counts).toEqual({
    entries: counts?.['newest'],
    newest: counts?.['newest'],
    broken: '0',
    stale: '0',
  });
  for (const name of copies) {
    const [copy] = await query(`SELECT documents, entries FROM collection WHERE name = '${name}'`);
    expect(copy, name).toEqual({ documents: `${COPIED.length}`, entries: `${COPIED.length}` });
  }
  console.log(`${copies.length} copies of ${COPIED.length} documents were made meanwhile`);
  const rows = await query<{ write_id: string }>('SELECT write_id FROM history WHERE write_id IS NOT NULL');
  const stored = new Set(rows.map(({ write_id: writeId }) => writeId));
  expect(stored.size, 'no write stands in history twice').toBe(rows.length);
  const missing = loads.flatMap(({ acknowledged }) => [...acknowledged].filter((one) => !stored.has(one)));
  expect(missing, 'acknowledged writes that are missing').toEqual([]);
}, 7_200_000);

test('[DB3] nodes that have stopped leave no connection behind', async () => {
  await Promise.all(nodes.map(({ server }) => server.end()));
  const left = () =>
    query(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
});
