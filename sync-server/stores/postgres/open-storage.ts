import { join } from 'node:path';
import type { Config, DatabaseConfig } from '#server/config.ts';
import type { Storage } from '#server/storage.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { findSchemas, onTarget } from './move.ts';
import { openPostgresStores, type PostgresStores } from './open-stores.ts';

/**
 * All stores of a node on PostgreSQL, or of a command that works on one.
 * @throws AppError when the database can't be reached, its tables are those of a newer version, or the folder of files is
 *   not the one that belongs to it
 */
export async function openPostgresStorage(
  { dataDir, filesDir, rejectedBytes, nodeName, isPrivate, contactEmail: shopAddress }: Config,
  { connections: size, ...database }: DatabaseConfig,
  clock: Clock,
): Promise<Pick<PostgresStores, 'secrets' | 'waitsFor'> & { readonly storage: Storage }> {
  if (isPrivate) {
    await requireShop(database);
    if (filesDir === dataDir) throw needsFilesFolder();
  }
  const stores = await openPostgresStores({ ...database, size, clock, rejectedBytes, nodeName, shopAddress });
  const { secrets, waitsFor, assertFilesFolder, backupsIn, ...ports } = stores;
  try {
    await assertFilesFolder(filesDir);
  } catch (cause) {
    await stores.close();
    throw cause;
  }
  const storage: Storage = {
    ...ports,
    backups: backupsIn(join(filesDir, 'backups')),
    isReadOnly: false,
    isDamaged: () => false,
  };
  return { storage, secrets, waitsFor };
}

/** A command must not make an empty database the shop of its own temporary folder. @throws AppError `not-found` */
async function requireShop(database: Omit<DatabaseConfig, 'connections'>): Promise<void> {
  const { schema } = database;
  const found = await onTarget(database, ({ data }) => findSchemas(data, [schema]));
  if (found.length > 0) return;
  const message = `The database has no schema ${schema}, so no shop. Start a server on it first, or move one there. Nothing was changed.`;
  throw new AppError('not-found', message);
}

/** Without the setting, the files would be those of the command's temporary folder. */
function needsFilesFolder(): AppError {
  const message =
    'Set FILES_DIR to the folder with the files of this database, such as pictures. Nothing was changed.';
  return new AppError('failed-precondition', message);
}
