import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DataEpoch } from '../write-names.ts';
import type { Connections } from './connections.ts';
import { openEpoch } from './epoch.ts';
import { readNodes } from './hearing.ts';
import { openSchema, type TableStep } from './open-schema.ts';
import { STEPS, TABLES } from './tables.ts';

const OLDEST_SERVER = 15;

export interface TablesOptions {
  readonly schema: string;
  readonly steps?: readonly TableStep[] | undefined;
  /** See `openEpoch`. */
  readonly keepsAll?: boolean | undefined;
}

/**
 * Creates the tables in a new schema or changes those of an older version, and reads the data's epoch.
 * @returns names of older nodes that the tables wait for too, see `openSchema`
 * @throws AppError `failed-precondition` as `openSchema`, and for a PostgreSQL that is too old or another encoding
 */
export function openTables(
  connections: Connections,
  { schema, steps = STEPS, keepsAll }: TablesOptions,
): Promise<{ readonly dataEpoch: DataEpoch; readonly waitsFor: readonly string[] }> {
  return connections.write(async (connection) => {
    const [server] = await connection.rows<{ version: string; encoding: string }>(
      `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
    );
    const found = Number(server?.version);
    if (found < 1e4 * OLDEST_SERVER) {
      const message = `PostgreSQL ${Math.floor(found / 1e4)} is too old: Nankeen needs ${OLDEST_SERVER} or newer. Nothing was changed.`;
      throw new AppError('failed-precondition', message);
    }
    if (server?.encoding !== 'UTF8') {
      const message = `The database of DATABASE_URL has the encoding ${server?.encoding}: create one with ENCODING 'UTF8' TEMPLATE template0. Nothing was changed.`;
      throw new AppError('failed-precondition', message);
    }
    const { valueOf, waitsFor } = await openSchema(connection, {
      name: schema,
      tables: TABLES,
      steps,
      meta: { epoch: createId() },
      readNodes: (asked) => readNodes(asked, schema),
    });
    if (valueOf('epoch') === undefined) {
      const message = `The schema ${schema} has a table meta of another program, or a damaged one. Set DATABASE_SCHEMA to another name, or restore the database. Nothing was changed.`;
      throw new AppError('failed-precondition', message);
    }
    return { dataEpoch: await openEpoch(connection, keepsAll), waitsFor };
  });
}
