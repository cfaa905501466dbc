import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DataEpoch } from '../write-names.ts';
import type { Connection, Connections } from './connections.ts';
import { TABLES } from './tables.ts';

const VERSION = 1;

/** Any number: nodes that start at the same time take turns. */
const START_LOCK = 0x4e4b454e;

/**
 * Creates the tables in a new schema, and reads the data's epoch.
 * @throws AppError `failed-precondition` for the tables of a newer version
 */
export function openTables(connections: Connections, schema: string): Promise<DataEpoch> {
  return connections.write(async (connection) => {
    await connection.rows(`SELECT pg_advisory_xact_lock(${START_LOCK})`);
    await connection.change(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    const [found] = await connection.rows<{ isThere: boolean }>(
      `SELECT to_regclass('meta') IS NOT NULL AS "isThere"`,
    );
    if (found?.isThere !== true) await createTables(connection);
    const meta = await connection.rows<{ key: string; value: string }>('SELECT key, value FROM meta');
    const valueOf = (wanted: string) => meta.find(({ key }) => key === wanted)?.value;
    const version = Number(valueOf('version'));
    const epoch = valueOf('epoch');
    if (version > VERSION) {
      const message = `The database was written by a newer Nankeen (tables ${version}, this one knows ${VERSION}). Start the newer one. Nothing was changed.`;
      throw new AppError('failed-precondition', message);
    }
    if (epoch === undefined)
      throw new AppError('data-loss', 'The database has no epoch: its table meta is damaged.');
    const earlier = JSON.parse(valueOf('restoredTo') ?? '{}') as Record<string, number>;
    return { epoch, restoredTo: new Map(Object.entries(earlier)) };
  });
}

async function createTables(connection: Connection): Promise<void> {
  await connection.run(TABLES);
  await connection.change('INSERT INTO meta (key, value) SELECT * FROM unnest($1::text[], $2::text[])', [
    ['version', 'epoch'],
    [String(VERSION), createId()],
  ]);
}
