import { toShellWord } from '#cli/io/shell-word.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';

/** What says where migrations are and where they are run. */
const PLACES = {
  server: '--server',
  profile: '--profile',
  tokenFile: '--token-file',
  db: '--db',
  dir: '--dir',
  to: '--to',
} as const;

export type MigratePlace = { readonly [Name in keyof typeof PLACES]?: string | undefined };

/** `nankeen migrate up --dir folder`: what takes up a run where it stopped, at the same place. */
export function toMigrateCommand(direction: MigrationAttempt['direction'], place: MigratePlace): string {
  const options = Object.entries(PLACES).flatMap(([name, flag]) => {
    const value = place[name as keyof MigratePlace];
    return value === undefined ? [] : [flag, toShellWord(value)];
  });
  return ['nankeen migrate', direction, ...options].join(' ');
}
