import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { toMigrateCommand, type MigrateTarget } from './migrate-command.ts';
import type { MigrationFile } from './migration-file.ts';

/** `unfinished`: a run up or down was broken off or failed; running it again takes it up. */
export type MigrationState = 'pending' | 'applied' | 'unfinished' | 'changed' | 'missing';

export interface KnownMigration {
  readonly id: string;
  readonly state: MigrationState;
  readonly file: MigrationFile | undefined;
  /** The newest one that began anything. */
  readonly attempt: MigrationAttempt | undefined;
}

/** Files and what was run of them, by name; what was applied or begun and has no file any more is among them. */
export function toMigrationStates(
  files: readonly MigrationFile[],
  attempts: readonly MigrationAttempt[],
): readonly KnownMigration[] {
  // One that was refused before its first job has changed nothing, and so counts for nothing.
  const counting = attempts.filter(({ outcome, jobs }) => outcome !== 'failed' || jobs.length > 0);
  const newest = new Map(counting.map((attempt) => [attempt.name, attempt]));
  const known = files.map((file) => {
    const attempt = newest.get(file.id);
    return { id: file.id, file, attempt, state: toState(file, attempt) };
  });
  const gone = [...newest.values()]
    .filter((attempt) => isInEffect(attempt) && !files.some(({ id }) => id === attempt.name))
    .map((attempt) => ({ id: attempt.name, file: undefined, attempt, state: 'missing' as const }));
  return [...known, ...gone].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function toState({ checksum }: MigrationFile, attempt: MigrationAttempt | undefined): MigrationState {
  if (!attempt || !isInEffect(attempt)) return 'pending';
  if (attempt.checksum !== checksum) return 'changed';
  return attempt.outcome === 'done' ? 'applied' : 'unfinished';
}

/** Whether something of it may be in the data: it is up, or was not brought up or down to the end. */
function isInEffect({ direction, outcome }: MigrationAttempt): boolean {
  return direction === 'up' || outcome !== 'done';
}

/** @throws Failure `conflict` when files aren't any more what was run of them */
export function requireUnchanged(migrations: readonly KnownMigration[]): void {
  const faults = migrations.filter(({ state }) => state === 'changed' || state === 'missing');
  if (faults.length === 0) return;
  throw new Failure(
    EXIT.conflict,
    'Migrations that were run are not any more what they were. Nothing was changed.',
    {
      lines: faults.map(
        ({ id, state }) => `${id}: the file ${state === 'changed' ? 'has changed since' : 'is gone'}`,
      ),
      hint: 'Put the files back as they were, and write what has to change into a new migration.',
      result: { migrations: faults.map(({ id, state }) => ({ id, state })) },
    },
  );
}

/** One that was only half taken back is neither up nor down: the way down goes on first. @throws Failure `conflict` */
export function requireNoPartialRollback(migrations: readonly KnownMigration[], place: MigrateTarget): void {
  const half = migrations.find((one) => one.state === 'unfinished' && one.attempt?.direction === 'down');
  if (!half) return;
  throw new Failure(EXIT.conflict, `${half.id} is only half taken back. Nothing was changed.`, {
    hint: `Take it back to the end first: ${toMigrateCommand('down', { ...place, to: undefined })}`,
  });
}
