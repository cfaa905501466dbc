import { join } from 'node:path';
import type { Config, DatabaseConfig } from '#server/config.ts';
import type { Storage } from '#server/storage.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { onTarget, requireShop } from './move.ts';
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
    // It must not make an empty database the shop of its own temporary folder.
    await onTarget(database, ({ data, schema }) => requireShop(data, schema));
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

/** Without the setting, the files would be those of the command's temporary folder. */
function needsFilesFolder(): AppError {
  const message =
    'Set FILES_DIR to the folder with the files of this database, such as pictures. Nothing was changed.';
  return new AppError('invalid-argument', message);
}
