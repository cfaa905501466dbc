import { crc32 } from 'node:zlib';
import pg from 'pg';

/** Values for `$1`, `$2` and so on; lists become PostgreSQL arrays. */
type Values = readonly unknown[];

/**
 * Statements on one connection. Those that are sent without waiting for one another share a round trip, and are run in
 * the order they were sent.
 */
export interface Connection {
  rows<Row extends object>(text: string, values?: Values): Promise<Row[]>;
  /** Rows as tuples, which cost less than objects. */
  lists<Row extends unknown[]>(text: string, values?: Values): Promise<Row[]>;
  /** @returns how many rows it changed */
  change(text: string, values?: Values): Promise<number>;
  /** Runs several statements without values. */
  run(text: string): Promise<unknown>;
}

export interface Connections extends Connection {
  /**
   * Runs `work` in a transaction that writes. Its first statements are sent together with the beginning.
   */
  write<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a transaction that only reads: all of its statements see one moment. */
  read<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** `postgres://…` */
  readonly url: string;
  /** The schema with our tables. */
  readonly schema: string;
  /** Most connections at once. */
  readonly size?: number;
}

/** Tables without statistics, as after a move, lead the planner to plans a hundred times as slow as by their indexes. */
const PLANNER = [
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
];

const LIMITS = [
  'synchronous_commit=on',
  'statement_timeout=15s',
  'lock_timeout=5s',
  'idle_in_transaction_session_timeout=1s',
];

const BIGINT = 20;

/** Opens connections to PostgreSQL, one for each transaction at a time. */
export function createConnections({ url, schema, size = 8 }: ConnectionOptions): Connections {
  const settings = [`search_path=${schema}`, ...LIMITS, ...PLANNER];
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // Statements needn't wait for the answer of the one before.
    pipeline: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    // Ours are sequences and times, far below 2^53.
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === BIGINT ? Number : pg.types.getTypeParser(type, format ?? 'text'),
    } as pg.CustomTypesConfig,
  });
  // A connection that fails while nobody uses it is replaced by the pool.
  pool.on('error', () => undefined);

  async function inTransaction<Result>(begin: string, work: (connection: Connection) => Promise<Result>) {
    const client = await pool.connect();
    try {
      const [, result] = await Promise.all([client.query(begin), work(toConnection(client))]);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (cause) {
      // Without an answer, nobody knows what the connection is doing.
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
      throw cause;
    }
  }

  return {
    ...toConnection(pool),
    write: (work) => inTransaction('BEGIN', work),
    read: (work) => inTransaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
    close: () => pool.end(),
  };
}

function toConnection(client: Pick<pg.ClientBase, 'query'>): Connection {
  const prepared = (text: string, values: Values = []) => ({
    name: crc32(text).toString(36),
    text,
    values: [...values],
  });
  return {
    rows: async <Row extends object>(text: string, values?: Values) =>
      (await client.query<Row & pg.QueryResultRow>(prepared(text, values))).rows,
    lists: async <Row extends unknown[]>(text: string, values?: Values) =>
      (await client.query<Row>({ ...prepared(text, values), rowMode: 'array' })).rows,
    change: async (text, values) => (await client.query(prepared(text, values))).rowCount ?? 0,
    run: (text) => client.query(text),
  };
}
