import { AppError } from '#shared/kernel/app-error.ts';
import type { Connection } from './connections.ts';

/** Any number: nodes that start at the same time take turns. */
const START_LOCK = 0x4e4b454e;

/** Waits until no other node creates or changes tables, and keeps others waiting until the transaction ends. */
export const START_IN_TURN = `SELECT pg_advisory_xact_lock(${START_LOCK})`;

interface Schema {
  readonly name: string;
  /** SQL that creates the tables, `meta` among them. */
  readonly tables: string;
  readonly version: number;
  /** What `meta` has at first, beside the version. */
  readonly meta?: Readonly<Record<string, string>>;
}

/**
 * Creates the tables in a new schema. Needs the connection's search path to lead there.
 * @returns what `meta` has
 * @throws AppError `failed-precondition` for the tables of a newer version
 */
export async function openSchema(
  connection: Connection,
  { name, tables, version, meta = {} }: Schema,
): Promise<(key: string) => string | undefined> {
  await connection.rows(START_IN_TURN);
  await connection.change(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  const [found] = await connection.rows<{ isThere: boolean }>(
    `SELECT to_regclass('${name}.meta') IS NOT NULL AS "isThere"`,
  );
  if (found?.isThere !== true) {
    const entries = Object.entries({ version: String(version), ...meta });
    await connection.run(tables);
    await connection.change('INSERT INTO meta (key, value) SELECT * FROM unnest($1::text[], $2::text[])', [
      entries.map(([key]) => key),
      entries.map(([, value]) => value),
    ]);
  }
  const rows = await connection.rows<{ key: string; value: string }>('SELECT key, value FROM meta');
  const valueOf = (wanted: string) => rows.find(({ key }) => key === wanted)?.value;
  const stored = Number(valueOf('version'));
  if (stored > version) {
    const message = `The database was written by a newer Nankeen (tables ${stored}, this one knows ${version}). Start the newer one. Nothing was changed.`;
    throw new AppError('failed-precondition', message);
  }
  return valueOf;
}
