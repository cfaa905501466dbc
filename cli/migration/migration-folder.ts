import { readdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { MIGRATION_EXTENSIONS, readMigrationFile, type MigrationFile } from './migration-file.ts';

export const DEFAULT_FOLDER = 'migrations';

/**
 * All migrations of a folder, ordered by name. The default folder may be missing.
 * @param named folder from `--dir`
 * @throws Failure `notFound`, `usage` for duplicate names
 */
export async function readMigrationFolder(named: string | undefined): Promise<readonly MigrationFile[]> {
  const folder = named ?? DEFAULT_FOLDER;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw toIoFailure(error, folder);
    if (named === undefined) return [];
    throw new Failure(EXIT.notFound, `The folder ${folder} does not exist.`, {
      hint: 'Create the first migration with `nankeen migrate create NAME`, or set the folder with --dir.',
    });
  });
  const files = names
    .filter((name) => MIGRATION_EXTENSIONS.includes(extname(name)) && !/\.d\.m?ts$/.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const migrations: MigrationFile[] = [];
  for (const name of files) {
    const id = basename(name, extname(name));
    if (migrations.some((one) => one.id === id)) {
      throw new Failure(
        EXIT.usage,
        `Two migrations in ${folder} are called ${id}; their names differ only in the extension.`,
      );
    }
    migrations.push(await readMigrationFile(resolve(join(folder, name))));
  }
  return migrations;
}
