import pg from 'pg';
import type { CommitEvent } from '#server/core/document-store.ts';
import type { Connection, Connections, ConnectionOptions } from './connections.ts';
import type { RunningNode } from './open-schema.ts';
import { BOUNDS } from './statements.ts';

/** How often a node looks for commits of others, whatever it hears. */
const LOOK_MS = 250;
const LISTEN_AGAIN_MS = 1000;

/** What has changed above a sequence ($1), the end of a commit, and whether only jobs wrote. */
export const TOUCHED = `
  SELECT collection.name AS collection, audience FROM collection CROSS JOIN LATERAL (
    SELECT audience FROM head WHERE head.collection = collection.number AND sequence > $1
    UNION SELECT audience FROM eviction WHERE eviction.collection = collection.number AND sequence > $1
  ) AS changed`;
export const ONLY_JOBS = `SELECT COALESCE(bool_and(job IS NOT NULL), false) AS "isOfJob" FROM batch WHERE first > $1`;

/** Tells the other nodes of a commit, within its transaction. */
export function announce(
  connection: Connection,
  { schema, node }: { readonly schema: string; readonly node: string },
): Promise<number> {
  return connection.change('SELECT pg_notify($1, $2)', [schema, node]);
}

/**
 * Nodes that run now: each listens, and its connection is named after the tables that it knows and itself. One that has
 * just lost its connection is missed.
 */
export async function readNodes(connection: Connection, schema: string): Promise<readonly RunningNode[]> {
  const names = await connection.rows<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity WHERE query = $1 AND datname = current_database()`,
    [`LISTEN ${schema}`],
  );
  return names.map(({ name }) => {
    const [version, node] = name.split(' ');
    return { name: node ?? '', version: Number(version) };
  });
}

/** Lets a node hear of the commits of others. */
export interface Hearing {
  /** Notes a commit of this node, whose listeners know of it already. */
  noteOwn(first: number, last: number): void;
  /** The newest sequence that this node knows of. */
  newest(): number;
  close(): Promise<void>;
}

export interface HearingOptions extends Pick<ConnectionOptions, 'url' | 'schema'> {
  /** Newest version of the tables that this node knows. */
  readonly version: number;
  /** As people name this node. */
  readonly nodeName?: string | undefined;
}

interface HearingParts {
  /** As this node names itself when it announces a commit. */
  readonly node: string;
  readonly connections: Connections;
  /** Resolves when this node's commits under way have been answered. */
  readonly settled: () => Promise<void>;
  readonly options: HearingOptions;
  /** The newest sequence when the node began to listen. */
  readonly newest: number;
  readonly notify: (event: CommitEvent) => void;
  /** Rejects in another epoch. */
  readonly check: (connection: Connection) => Promise<void>;
}

/**
 * A notification from another node only makes this one look at once. A look every 250 ms finds the same, so a lost
 * notification costs time and nothing else.
 */
export function startHearing({
  node,
  connections,
  settled,
  options,
  newest,
  notify,
  check,
}: HearingParts): Hearing {
  /** Up to here every commit is known. */
  let heard = newest;
  /** Sequence ranges above it that this node has written. */
  let own: { readonly first: number; readonly last: number }[] = [];
  let looking: Promise<void> | undefined;
  let isCalledAgain = false;
  let isClosed = false;
  let listener: pg.Client | undefined;

  async function look(): Promise<void> {
    const [[bounds]] = await Promise.all([connections.rows<{ newest: number }>(BOUNDS), check(connections)]);
    const end = bounds?.newest ?? 0;
    if (end <= heard) return;
    // Then this node's commits up to there are noted.
    await settled();
    await new Promise(setImmediate);
    const from = heard;
    const known = own.reduce(
      (sum, { first, last }) => sum + Math.max(0, Math.min(last, end) - Math.max(first, from + 1) + 1),
      0,
    );
    if (known < end - from) {
      const [touched, [jobs]] = await connections.read((connection) =>
        Promise.all([
          connection.rows<CommitEvent['touched'][number]>(TOUCHED, [from]),
          connection.rows<{ isOfJob: boolean }>(ONLY_JOBS, [from]),
        ]),
      );
      notify({ sequence: end, touched, ...(jobs?.isOfJob === true && { isOfJob: true }) });
    }
    heard = end;
    own = own.filter(({ last }) => last > end);
  }

  /** One look at a time. A failed one is made again with the next call. */
  function lookSoon(): void {
    isCalledAgain = looking !== undefined;
    looking ??= look()
      .catch(() => undefined)
      .then(() => {
        looking = undefined;
        if (isCalledAgain && !isClosed) lookSoon();
      });
  }

  async function listen(): Promise<void> {
    if (isClosed) return;
    const client = new pg.Client({
      connectionString: options.url,
      application_name: `${options.version} ${options.nodeName ?? node}`,
      keepAlive: true,
    });
    listener = client;
    client.on('notification', ({ payload }) => {
      if (payload !== node) lookSoon();
    });
    client.on('error', () => undefined);
    client.once('end', () => setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref());
    try {
      await client.connect();
      await client.query(`LISTEN ${options.schema}`);
      lookSoon();
    } catch {
      await client.end();
    }
  }

  void listen();
  const timer = setInterval(lookSoon, LOOK_MS);
  timer.unref();
  return {
    noteOwn: (first, last) => void own.push({ first, last }),
    newest: () => Math.max(heard, own.at(-1)?.last ?? 0),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await Promise.all([looking, listener?.end()]);
    },
  };
}
