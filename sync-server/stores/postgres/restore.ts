import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, DatabaseConfig } from '#server/config.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { restoreBackup, type RestoredBackup } from '../sqlite/restore-backup.ts';
import { openAccountTables } from './accounts/open-accounts.ts';
import type { Connections } from './connections.ts';
import { copyAccountsFromSqlite, copyFromSqlite } from './copy-from-sqlite.ts';
import { assertFilesFolder } from './files-folder.ts';
import { findSchemas, onTarget, readAmounts, requireNoNodes, requireSame, type OnCopied } from './move.ts';
import { openTables } from './open-tables.ts';

interface RestoreOptions {
  readonly clock: Clock;
  readonly interruption: AbortSignal;
  readonly onCopied: OnCopied;
}

/**
 * Replaces the data of a database with those of a backup, in a new epoch. The earlier ones are kept in a schema of another
 * name. The accounts are restored too if the database has none.
 * @throws AppError as `restoreBackup`, and when nodes are running, it is interrupted or the database can't be used. Then
 *   the data are what they were.
 */
export async function restoreToPostgres(
  backup: string,
  { schema, ...database }: DatabaseConfig,
  { dataDir, filesDir }: Pick<Config, 'dataDir' | 'filesDir'>,
  { clock, interruption, onCopied }: RestoreOptions,
): Promise<RestoredBackup> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(dataDir, 'restore-'));
  try {
    const restored = await restoreBackup(folder, backup, { part: 'data', clock, interruption, filesDir });
    const file = join(folder, 'nankeen.sqlite');
    return await onTarget(
      { ...database, schema, interruption },
      async ({ data, accounts, accountsSchema }) => {
        await requireNoNodes(data, schema);
        const hasAccounts = (await findSchemas(data, [accountsSchema])).length > 0;
        const keptAs = await setAside(data, schema, clock.now());
        try {
          await openTables(data, { schema });
          const { entries: total } = readAmounts(file);
          await copyFromSqlite(data, file, (entries) => onCopied(entries, total));
          if (keptAs !== null) await data.run(`INSERT INTO secret SELECT * FROM ${keptAs}.secret`);
          if (!hasAccounts) await openAccountTables(accounts, accountsSchema);
          const hasRestoredAccounts = !hasAccounts && restored.hasRestoredAccounts;
          if (hasRestoredAccounts) await copyAccountsFromSqlite(accounts, join(folder, 'accounts.sqlite'));
          // The backup names the folder of its own time.
          await data.change(`DELETE FROM meta WHERE key = 'files'`);
          await assertFilesFolder(data, filesDir);
          await requireSame(file, data);
          return { ...restored, hasRestoredAccounts, keptAs };
        } catch (cause) {
          const made = [schema, ...(hasAccounts ? [] : [accountsSchema])];
          await data.run(`DROP SCHEMA IF EXISTS ${made.join(', ')} CASCADE`);
          if (keptAs !== null) await data.run(`ALTER SCHEMA ${keptAs} RENAME TO ${schema}`);
          throw cause;
        }
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the schema's new name; null if there was none */
async function setAside(data: Connections, schema: string, now: number): Promise<string | null> {
  if ((await findSchemas(data, [schema])).length === 0) return null;
  const time = new Date(now).toISOString().slice(0, 19).replace(/\D/g, '');
  // PostgreSQL cuts names to 63 characters.
  const name = `${schema.slice(0, 40)}_before_${time}`;
  await data.run(`ALTER SCHEMA ${schema} RENAME TO ${name}`);
  return name;
}
