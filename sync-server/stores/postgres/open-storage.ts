import { join } from 'node:path';
import type { Config, DatabaseConfig } from '#server/config.ts';
import type { Storage } from '#server/storage.ts';
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
  const { secrets, assertFilesFolder, backupsIn, ...ports } = stores;
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
    walBytes: () => 0,
  };
  return { storage, secrets };
}
