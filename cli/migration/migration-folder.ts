import { readdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { MIGRATION_EXTENSIONS, readMigrationFile, type MigrationFile } from './migration-file.ts';

export const DEFAULT_FOLDER = 'migrations';

/**
 * All migrations of a folder, in the order of their names. One that was not named may be missing: then there are none.
 * @throws Failure `notFound`, `usage` for two of one name
 */
export async function readMigrationFolder(named: string | undefined): Promise<readonly MigrationFile[]> {
  const folder = named ?? DEFAULT_FOLDER;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw toIoFailure(error, folder);
    if (named === undefined) return [];
    throw new Failure(EXIT.notFound, `There is no folder ${folder}.`, {
      hint: 'Make the first migration with `nankeen migrate create NAME`, or name the folder with --dir.',
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
        `Two migrations in ${folder} are called ${id}; they differ in their endings only.`,
      );
    }
    migrations.push(await readMigrationFile(resolve(join(folder, name))));
  }
  return migrations;
}
