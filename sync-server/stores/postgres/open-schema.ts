import { AppError } from '#shared/kernel/app-error.ts';
import type { Connection } from './connections.ts';

/** Any number: nodes that start at the same time take turns. */
const START_LOCK = 0x4e4b454e;

/** Waits until no other node creates or changes tables, and keeps others waiting until the transaction ends. */
export const START_IN_TURN = `SELECT pg_advisory_xact_lock(${START_LOCK})`;

/** Changes the tables of one version to those of the next. */
export interface TableStep {
  /**
   * Nodes of the version before go on after `expand`. They can't after `contract`, which waits until none of them runs, so
   * nodes of this version work with the tables before it too.
   */
  readonly kind: 'expand' | 'contract';
  readonly sql: string;
}

/** A node that is running. */
export interface RunningNode {
  readonly name: string;
  /** Version of the tables that it knows. */
  readonly version: number;
}

interface Schema {
  readonly name: string;
  /** SQL that creates the tables of version 1, `meta` among them. */
  readonly tables: string;
  readonly steps: readonly TableStep[];
  /** What `meta` has at first, beside the version. */
  readonly meta?: Readonly<Record<string, string>>;
  /** Reads the nodes that are running. */
  readonly readNodes: (connection: Connection) => Promise<readonly RunningNode[]>;
}

interface OpenedSchema {
  /** What `meta` has. */
  readonly valueOf: (key: string) => string | undefined;
  /** Names of older nodes, because of which the tables keep what only those need. A later start removes it. */
  readonly waitsFor: readonly string[];
}

/**
 * Creates the tables in a new schema, or changes those of an older version. Needs the connection's search path to lead
 * there.
 * @throws AppError `failed-precondition` for the tables of a newer version, and for those of a version so old that its
 *   nodes have to stop first
 */
export async function openSchema(connection: Connection, schema: Schema): Promise<OpenedSchema> {
  const { name, tables, steps, meta = {} } = schema;
  await connection.rows(START_IN_TURN);
  await connection.change(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  const [found] = await connection.rows<{ isThere: boolean }>(
    `SELECT to_regclass('${name}.meta') IS NOT NULL AS "isThere"`,
  );
  if (found?.isThere !== true) {
    await connection.run(tables);
    await putMeta(connection, { version: '1', ...meta });
  }
  const version = steps.length + 1;
  const stored = Number((await readMeta(connection)).get('version'));
  if (stored > version) {
    const message = `The database was written by a newer Nankeen (tables ${stored}, this one knows ${version}). Start the newer one. Nothing was changed.`;
    throw new AppError('failed-precondition', message);
  }
  const waitsFor = stored < version ? await changeTables(connection, stored, schema) : [];
  const now = await readMeta(connection);
  return { valueOf: (key) => now.get(key), waitsFor };
}

async function changeTables(
  connection: Connection,
  stored: number,
  { steps, readNodes }: Schema,
): Promise<readonly string[]> {
  const nodes = await readNodes(connection);
  const due = steps.slice(stored - 1);
  for (const [index, { kind, sql }] of due.entries()) {
    const version = stored + 1 + index;
    const older = nodes.filter((node) => node.version < version).map(({ name }) => name);
    if (kind === 'contract' && older.length > 0) {
      if (due.slice(index).every((step) => step.kind === 'contract')) return older;
      const message = `The tables of the database are of version ${version - 1}, and change only when no node of that version runs. Stop ${older.join(', ')}, then start again. Nothing was changed.`;
      throw new AppError('failed-precondition', message);
    }
    await connection.run(sql);
    const needs = kind === 'contract' ? { needs: String(version) } : {};
    await putMeta(connection, { version: String(version), ...needs });
  }
  return [];
}

export async function readMeta(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.rows<{ key: string; value: string }>('SELECT key, value FROM meta');
  return new Map(rows.map(({ key, value }) => [key, value]));
}

export async function putMeta(
  connection: Connection,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  await connection.change(
    `INSERT INTO meta (key, value) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [Object.keys(entries), Object.values(entries)],
  );
}
