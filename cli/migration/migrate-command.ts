import { toShellWord } from '#cli/io/shell-word.ts';
import { DEFAULT_FOLDER } from './migration-folder.ts';
import { toTargetArgs, type Target } from '#cli/io/target.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

export interface MigrateTarget extends Target {
  readonly dir?: string | undefined;
  readonly to?: string | undefined;
}

/** The command that resumes a run against the same target: `nankeen migrate up --dir folder`. */
export function toMigrateCommand(direction: MigrationAttempt['direction'], target: MigrateTarget): string {
  const { dir, to } = target;
  return [
    'nankeen migrate',
    direction,
    ...toTargetArgs(target),
    ...(dir === undefined ? [] : ['--dir', toShellWord(dir)]),
    ...(to === undefined ? [] : ['--to', toShellWord(to)]),
  ].join(' ');
}

/** Note for an empty folder, with the command that creates the first migration. */
export function toNoMigrationsNote({ dir }: MigrateTarget): string {
  const option = dir === undefined ? '' : ` --dir ${toShellWord(dir)}`;
  return `There are no migrations in the folder ${dir ?? DEFAULT_FOLDER} yet: nankeen migrate create NAME${option}`;
}
