import type { Backups } from '#server/backups/backups.ts';
import type { Config, DatabaseConfig } from '#server/config.ts';
import type { Storage } from '#server/storage.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { KeptSecrets } from './kept-secrets.ts';
import { openPostgresStores } from './open-stores.ts';

/**
 * All stores of a node on PostgreSQL.
 * @throws AppError when the database can't be reached, its tables are those of a newer version, or the folder of files is
 *   not the one that belongs to it
 */
export async function openPostgresStorage(
  { filesDir, rejectedBytes, contactEmail: shopAddress }: Config,
  { connections: size, ...database }: DatabaseConfig,
  clock: Clock,
): Promise<{ readonly storage: Storage; readonly secrets: KeptSecrets }> {
  const stores = await openPostgresStores({ ...database, size, clock, rejectedBytes, shopAddress });
  const { secrets, assertFilesFolder, ...ports } = stores;
  try {
    await assertFilesFolder(filesDir);
  } catch (cause) {
    await stores.close();
    throw cause;
  }
  const storage: Storage = {
    ...ports,
    backups: NO_BACKUPS,
    isReadOnly: false,
    isDamaged: () => false,
    walBytes: () => 0,
  };
  return { storage, secrets };
}

/** Until the server copies the accounts, too, backups are the database's own. */
const NO_BACKUPS: Backups = {
  create() {
    const message =
      'The server makes no backups of PostgreSQL. Make them with its own tools (see “Several nodes” in docs/operations.md).';
    return Promise.reject(new AppError('failed-precondition', message, { nothingWritten: true }));
  },
  list: () => Promise.resolve([]),
  names: () => Promise.resolve([]),
  files: () => Promise.resolve(undefined),
  open: () => Promise.resolve(undefined),
  delete: () => Promise.resolve(false),
};
