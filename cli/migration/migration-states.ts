import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { toMigrateCommand, type MigrateTarget } from './migrate-command.ts';
import type { MigrationFile } from './migration-file.ts';

/** `unfinished`: a run up or down was interrupted or failed; running it again resumes it. */
export type MigrationState = 'pending' | 'applied' | 'unfinished' | 'changed' | 'missing';

export interface KnownMigration {
  readonly id: string;
  readonly state: MigrationState;
  readonly file: MigrationFile | undefined;
  /** The newest attempt that started a job. */
  readonly attempt: MigrationAttempt | undefined;
}

/** State of every migration, ordered by name. Includes applied or unfinished migrations whose file is missing. */
export function toMigrationStates(
  files: readonly MigrationFile[],
  attempts: readonly MigrationAttempt[],
): readonly KnownMigration[] {
  // An attempt that failed before its first job has changed nothing.
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

/** Whether its changes may be in the data: applied, or unfinished in either direction. */
function isInEffect({ direction, outcome }: MigrationAttempt): boolean {
  return direction === 'up' || outcome !== 'done';
}

/** @throws Failure `conflict` when the file of an applied migration has changed or is missing */
export function requireUnchanged(migrations: readonly KnownMigration[]): void {
  const faults = migrations.filter(({ state }) => state === 'changed' || state === 'missing');
  if (faults.length === 0) return;
  throw new Failure(
    EXIT.conflict,
    'Files of applied migrations have changed or are missing. Nothing was written.',
    {
      lines: faults.map(
        ({ id, state }) =>
          `${id}: the file ${state === 'changed' ? 'has changed since it was run' : 'is missing'}`,
      ),
      hint: 'Restore the files, and put further changes into a new migration.',
      result: { migrations: faults.map(({ id, state }) => ({ id, state })) },
    },
  );
}

/** A partial rollback must be finished before anything runs up. @throws Failure `conflict` */
export function requireNoPartialRollback(migrations: readonly KnownMigration[], target: MigrateTarget): void {
  const half = migrations.find((one) => one.state === 'unfinished' && one.attempt?.direction === 'down');
  if (!half) return;
  throw new Failure(EXIT.conflict, `${half.id} is only partly rolled back. Nothing was written.`, {
    hint: `Finish the rollback first: ${toMigrateCommand('down', { ...target, to: undefined })}`,
  });
}
