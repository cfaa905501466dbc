import { crc32 } from 'node:zlib';
import pg from 'pg';
import type { StoreFailure } from '#server/core/document-store.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';

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
   * Runs `work` in a transaction that writes. Its first statements are sent together with the beginning, and those whose
   * answers it doesn’t wait for together with the commit: if one of them fails, nothing is stored.
   */
  write<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a transaction that only reads: all of its statements see one moment. */
  read<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Why recent calls failed; `undefined` once one has succeeded again. */
  failure(): StoreFailure | undefined;
  /** The same connections, for a library that brings its own statements. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** `postgres://…` */
  readonly url: string;
  /** The schema with our tables. */
  readonly schema: string;
  /** Most connections at once. */
  readonly size?: number;
  /** How long a transaction may wait for this node, which others may be waiting for, in seconds. */
  readonly idleSeconds?: number;
  /** Once it is aborted, transactions fail with its reason at their next statement. */
  readonly interruption?: AbortSignal;
}

/** Tables without statistics, as after a move, lead the planner to plans a hundred times as slow as by their indexes. */
const PLANNER = [
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
  // Starting workers takes longer than a page.
  'max_parallel_workers_per_gather=0',
];

const LIMITS = ['synchronous_commit=on', 'statement_timeout=15s', 'lock_timeout=5s'];

/** Milliseconds until a call fails that the database does not answer; longer than its own limits. */
const NO_ANSWER_MS = 20_000;
const NO_CONNECTION_MS = 5000;

const BIGINT = 20;

/** Opens connections to PostgreSQL, one for each transaction at a time. */
export function createConnections({
  url,
  schema,
  size = 8,
  idleSeconds = 1,
  interruption,
}: ConnectionOptions): Connections {
  const idle = `idle_in_transaction_session_timeout=${idleSeconds}s`;
  const settings = [`search_path=${schema}`, idle, ...LIMITS, ...PLANNER];
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: NO_CONNECTION_MS,
    query_timeout: NO_ANSWER_MS,
    keepAlive: true,
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
  let failure: StoreFailure | undefined;

  const explain = (cause: unknown): unknown => {
    const error = toDatabaseError(cause);
    if (error instanceof DatabaseError) failure = error.failure ?? failure;
    return error;
  };
  const fail = (cause: unknown): never => {
    throw explain(cause);
  };
  const query: Query = (statement) =>
    pool.query(statement).then((result) => {
      if (failure === 'unreachable') failure = undefined;
      return result;
    }, fail);

  async function inTransaction<Result>(begin: string, work: (connection: Connection) => Promise<Result>) {
    const client = await pool.connect().catch(fail);
    // The first failure is the reason of all later ones. A connection may also end between two statements.
    let failed: { readonly error: unknown } | undefined;
    const note = (cause: unknown) => (failed ??= { error: explain(cause) });
    client.on('error', note);
    const ask: Query = (statement) =>
      interruption?.aborted
        ? Promise.reject(interruption.reason as Error)
        : client.query(statement).catch((cause: unknown) => {
            throw note(cause).error;
          });
    const leave = (isBroken: boolean) => {
      client.off('error', note);
      client.release(isBroken);
    };
    try {
      const [, result] = await Promise.all([ask(begin), work(toConnection(ask))]);
      // A statement that can't be sent has failed by the next tick. After one that fails in the database, COMMIT undoes all.
      await new Promise((resolve) => process.nextTick(resolve));
      if (!failed) await ask('COMMIT');
      if (failed) throw failed.error;
      leave(false);
      if (failure === 'unreachable' || begin === WRITE) failure = undefined;
      return result;
    } catch (cause) {
      // Without an answer, nobody knows what the connection is doing.
      await client.query('ROLLBACK').then(
        () => leave(false),
        () => leave(true),
      );
      throw cause;
    }
  }

  return {
    ...toConnection(query),
    write: (work) => inTransaction(WRITE, work),
    read: (work) => inTransaction(READ, work),
    failure: () => failure,
    pool,
    close: () => pool.end(),
  };
}

const WRITE = 'BEGIN';
const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

type Query = <Row extends pg.QueryResultRow>(
  statement: string | pg.QueryConfig | pg.QueryArrayConfig,
) => Promise<pg.QueryResult<Row>>;

function toConnection(query: Query): Connection {
  const prepared = (text: string, values: Values = []) => ({
    name: crc32(text).toString(36),
    text,
    values: [...values],
  });
  return {
    rows: <Row extends object>(text: string, values?: Values) =>
      told(query<Row & pg.QueryResultRow>(prepared(text, values)).then(({ rows }) => rows as Row[])),
    lists: <Row extends unknown[]>(text: string, values?: Values) =>
      told(
        query({ ...prepared(text, values), rowMode: 'array' }).then(({ rows }) => rows as unknown as Row[]),
      ),
    change: (text, values) => told(query(prepared(text, values)).then(({ rowCount }) => rowCount ?? 0)),
    run: (text) => told(query(text)),
  };
}

/** When one statement fails, so do those sent after it, which nobody waits for any more. */
function told<Value>(answer: Promise<Value>): Promise<Value> {
  answer.catch(() => undefined);
  return answer;
}
