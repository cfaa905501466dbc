import { join } from 'node:path';
import type { Config, DatabaseConfig } from '#server/config.ts';
import type { Storage } from '#server/storage.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { openPostgresStores, type PostgresStores } from './open-stores.ts';

/**
 * All stores of a node on PostgreSQL.
 * @throws AppError when the database can't be reached, its tables are those of a newer version, or the folder of files is
 *   not the one that belongs to it
 */
export async function openPostgresStorage(
  { filesDir, rejectedBytes, nodeName, contactEmail: shopAddress }: Config,
  { connections: size, ...database }: DatabaseConfig,
  clock: Clock,
): Promise<Pick<PostgresStores, 'secrets' | 'waitsFor'> & { readonly storage: Storage }> {
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
