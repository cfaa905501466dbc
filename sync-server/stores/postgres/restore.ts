import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, DatabaseConfig } from '#server/config.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { restoreBackup, type RestoredBackup } from '../sqlite/restore-backup.ts';
import { openAccountTables } from './accounts/open-accounts.ts';
import { copyAccountsFromSqlite, copyFromSqlite } from './copy-from-sqlite.ts';
import { assertFilesFolder } from './files-folder.ts';
import {
  fillAside,
  findSchemas,
  onTarget,
  readAmounts,
  requireNoNodes,
  requireSame,
  type OnCopied,
} from './move.ts';
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
    const options = { ...database, schema, interruption };
    return await onTarget(options, async (target) => {
      await requireNoNodes(target.data, schema);
      const found = await findSchemas(target.data, [schema, target.accountsSchema]);
      const [hasData, hasAccounts] = [found.includes(schema), found.includes(target.accountsSchema)];
      const keptAs = hasData ? toKeptName(schema, clock.now()) : null;
      const asideOptions = { ...options, keptAs, hasNewAccounts: !hasAccounts };
      return fillAside(target, asideOptions, async ({ data, accounts, ...incoming }) => {
        await openTables(data, { schema: incoming.schema });
        const { entries: total } = readAmounts(file);
        await copyFromSqlite(data, file, (entries) => onCopied(entries, total));
        if (hasData) await data.run(`INSERT INTO secret SELECT * FROM ${schema}.secret`);
        if (!hasAccounts) await openAccountTables(accounts, incoming.accountsSchema);
        const hasRestoredAccounts = !hasAccounts && restored.hasRestoredAccounts;
        if (hasRestoredAccounts) await copyAccountsFromSqlite(accounts, join(folder, 'accounts.sqlite'));
        // The backup names the folder of its own time.
        await data.change(`DELETE FROM meta WHERE key = 'files'`);
        await assertFilesFolder(data, filesDir);
        await requireSame(file, data);
        return { ...restored, hasRestoredAccounts, keptAs };
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The name under which an earlier schema is kept. */
function toKeptName(schema: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace(/\D/g, '');
  // PostgreSQL cuts names to 63 characters.
  return `${schema.slice(0, 40)}_before_${time}`;
}
