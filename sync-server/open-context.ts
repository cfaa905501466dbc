import { mkdirSync } from 'node:fs';
import { systemClock } from '#shared/kernel/clock.ts';
import type { Config } from './config.ts';
import { createContext, type ServerContext } from './context.ts';
import { assertAccessCode, makersOf, toSecrets } from './secrets.ts';

/**
 * Builds the whole server on its data folder, or on the database of the settings.
 * @throws AppError as `createContext`, and when the database can't be used
 */
export async function openContext(config: Config): Promise<ServerContext> {
  const { database, dataDir, isPrivate } = config;
  if (!database) return createContext(config);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // A server on a data folder needs no driver.
  const { openPostgresStorage } = await import('./stores/postgres/open-storage.ts');
  const { storage, secrets: kept } = await openPostgresStorage(config, database, systemClock);
  try {
    const secrets = toSecrets(config, await kept.complete(makersOf(config, isPrivate)), isPrivate);
    return createContext(config, {
      storage,
      secrets,
      keptAccessCode: {
        read: () => kept.accessCode() ?? secrets.accessCode,
        async keep(code) {
          assertAccessCode(config, code);
          await kept.putAccessCode(code);
        },
      },
    });
  } catch (cause) {
    await storage.close();
    throw cause;
  }
}
