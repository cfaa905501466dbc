import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DataEpoch } from '../write-names.ts';
import type { Connections } from './connections.ts';
import { openSchema } from './open-schema.ts';
import { TABLES } from './tables.ts';

/**
 * Creates the tables in a new schema, and reads the data's epoch.
 * @throws AppError `failed-precondition` for the tables of a newer version
 */
export function openTables(connections: Connections, schema: string): Promise<DataEpoch> {
  return connections.write(async (connection) => {
    const meta = { epoch: createId() };
    const valueOf = await openSchema(connection, { name: schema, tables: TABLES, version: 1, meta });
    const epoch = valueOf('epoch');
    if (epoch === undefined)
      throw new AppError('data-loss', 'The database has no epoch: its table meta is damaged.');
    const earlier = JSON.parse(valueOf('restoredTo') ?? '{}') as Record<string, number>;
    return { epoch, restoredTo: new Map(Object.entries(earlier)) };
  });
}
