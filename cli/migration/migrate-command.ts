import { toShellWord } from '#cli/io/shell-word.ts';
import { DEFAULT_FOLDER } from './migration-folder.ts';
import { toTargetArgs, type Target } from '#cli/io/target.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

export interface MigrateTarget extends Target {
  readonly dir?: string | undefined;
  readonly to?: string | undefined;
}

/** `nankeen migrate up --dir folder`: what takes up a run where it stopped, at the same place. */
export function toMigrateCommand(direction: MigrationAttempt['direction'], place: MigrateTarget): string {
  const { dir, to } = place;
  return [
    'nankeen migrate',
    direction,
    ...toTargetArgs(place),
    ...(dir === undefined ? [] : ['--dir', toShellWord(dir)]),
    ...(to === undefined ? [] : ['--to', toShellWord(to)]),
  ].join(' ');
}

/** What an empty folder is told, with how to make the first one. */
export function toNoMigrations({ dir }: MigrateTarget): string {
  const option = dir === undefined ? '' : ` --dir ${toShellWord(dir)}`;
  return `There are no migrations in the folder ${dir ?? DEFAULT_FOLDER} yet: nankeen migrate create NAME${option}`;
}
