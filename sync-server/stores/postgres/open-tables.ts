import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DataEpoch } from '../write-names.ts';
import type { Connections } from './connections.ts';
import { openEpoch } from './epoch.ts';
import { openSchema } from './open-schema.ts';
import { TABLES } from './tables.ts';

const OLDEST_SERVER = 15;

/**
 * Creates the tables in a new schema, and reads the data's epoch.
 * @param keepsAll see `openEpoch`
 * @throws AppError `failed-precondition` for the tables of a newer version
 */
export function openTables(connections: Connections, schema: string, keepsAll?: boolean): Promise<DataEpoch> {
  return connections.write(async (connection) => {
    const [server] = await connection.rows<{ version: string }>(
      `SELECT current_setting('server_version_num') AS version`,
    );
    const found = Number(server?.version);
    if (found < 1e4 * OLDEST_SERVER) {
      const message = `PostgreSQL ${Math.floor(found / 1e4)} is too old: Nankeen needs ${OLDEST_SERVER} or newer. Nothing was changed.`;
      throw new AppError('failed-precondition', message);
    }
    const meta = { epoch: createId() };
    const valueOf = await openSchema(connection, { name: schema, tables: TABLES, version: 1, meta });
    if (valueOf('epoch') === undefined) {
      const message = `The schema ${schema} has a table meta of another program, or a damaged one. Set DATABASE_SCHEMA to another name, or restore the database. Nothing was changed.`;
      throw new AppError('failed-precondition', message);
    }
    return openEpoch(connection, keepsAll);
  });
}
