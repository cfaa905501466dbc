import { toShellWord } from '#cli/io/shell-word.ts';
import { toPlaceWords, type TypedPlace } from '#cli/io/typed-place.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

export interface MigratePlace extends TypedPlace {
  readonly dir?: string | undefined;
  readonly to?: string | undefined;
}

/** `nankeen migrate up --dir folder`: what takes up a run where it stopped, at the same place. */
export function toMigrateCommand(direction: MigrationAttempt['direction'], place: MigratePlace): string {
  const { dir, to } = place;
  return [
    'nankeen migrate',
    direction,
    ...toPlaceWords(place),
    ...(dir === undefined ? [] : ['--dir', toShellWord(dir)]),
    ...(to === undefined ? [] : ['--to', toShellWord(to)]),
  ].join(' ');
}
