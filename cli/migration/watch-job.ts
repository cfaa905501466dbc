import { setTimeout as wait } from 'node:timers/promises';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { toTypedFile } from '#cli/import/source-file.ts';
import { formatCount } from '#cli/io/numbers.ts';
import type { Progress, ProgressState } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { toShellWord } from '#cli/io/shell-word.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { isResumable, type Job } from '#shared/migration/job.ts';

const POLL_MS = 250;
/** Most jobs are short, so polling starts faster. */
const FIRST_POLL_MS = 20;
/** Covers a server restart. */
const MAX_OUTAGE_MS = 20_000;

export interface WatchedJob {
  readonly job: Job;
  readonly progress: Progress;
  readonly whenInterrupted: 'cancel' | 'leave';
}

/**
 * Polls a job until it ends. With `cancel`, an interruption cancels the job after its current batch.
 * @throws Failure when the command is interrupted or the server stays unreachable; the job keeps running on the server
 */
export async function watchJob(
  context: CliContext,
  connection: ServerConnection,
  { job, progress, whenInterrupted }: WatchedJob,
): Promise<Job> {
  const { interruption, clock } = context;
  let known = job;
  let lastResponseAt = clock.now();
  let pause = FIRST_POLL_MS;
  while (isActive(known) && !interruption.aborted) {
    progress.report(toProgressState(known, job.position));
    await wait(pause, undefined, { signal: interruption }).catch(() => undefined);
    pause = Math.min(pause * 2, POLL_MS);
    const result = await readJob(connection, job.id);
    if (interruption.aborted && result instanceof Failure) break;
    if (result instanceof Failure) {
      if (result.exitCode !== EXIT.unreachable || clock.now() - lastResponseAt > MAX_OUTAGE_MS)
        throw toDetached(result, connection, job);
      continue;
    }
    known = result;
    lastResponseAt = clock.now();
  }
  progress.end();
  if (!interruption.aborted || !isActive(known)) return known;
  if (whenInterrupted === 'cancel') return cancel(context, connection, known);
  const { exitCode, message } = toFailure(interruption.reason);
  throw toDetached(new Failure(exitCode, message), connection, job);
}

/** An import first uploads and reads its file. */
function toProgressState({ state, file, position, total }: Job, before: number): ProgressState {
  if (!file) return { documents: position, totalDocuments: total ?? undefined, before };
  const { documents, bytes, totalBytes } = file;
  if (state === 'receiving') return { label: 'Uploaded', bytes, totalBytes };
  return { label: 'Read', documents, bytes, totalBytes };
}

export function isActive({ state }: Job): boolean {
  return state === 'running' || state === 'receiving';
}

function readJob(connection: ServerConnection, id: string): Promise<Job | Failure> {
  return connection.call(ADMIN_ROUTES.job, { params: { id } }).catch(toFailure);
}

/** @returns the job if it finished before it could be cancelled. @throws Failure otherwise */
async function cancel(
  { interruption, clock }: CliContext,
  connection: ServerConnection,
  job: Job,
): Promise<Job> {
  const { exitCode, message } = toFailure(interruption.reason);
  let known = await requestCancel(connection, job);
  for (const start = clock.now(); isActive(known) && clock.now() - start < MAX_OUTAGE_MS;) {
    await wait(POLL_MS);
    const result = await readJob(connection, job.id);
    if (result instanceof Failure) throw toDetached(result, connection, job);
    known = result;
  }
  if (!isActive(known) && known.state !== 'cancelled') return known;
  const looked = `${formatCount(known.position)}${known.total === null ? '' : ` of ${formatCount(known.total)}`}`;
  const kept =
    known.spec.kind === 'import' && known.position === 0
      ? 'Nothing was written.'
      : `The job stopped after ${looked} documents; what it wrote is kept.`;
  throw new Failure(exitCode, `${message} ${kept}`, {
    hint: toResumeHint(connection, known),
    result: { job: known },
  });
}

/** @returns the job's state after the request */
async function requestCancel(connection: ServerConnection, job: Job): Promise<Job> {
  const { id } = job;
  const result = await connection.call(ADMIN_ROUTES.cancelJob, { params: { id } }).catch(toFailure);
  if (!(result instanceof Failure)) return result;
  // A job that has just ended can't be cancelled.
  const known = await readJob(connection, id);
  if (known instanceof Failure || isActive(known)) throw toDetached(result, connection, job);
  return known;
}

/** The commands that resume a job, if it can be, and undo it. */
export function toResumeHint(connection: ServerConnection, job: Job): string {
  if (isUploadIncomplete(job)) return toUploadHint(connection, job);
  const { toCommand } = connection;
  const { id, spec, position } = job;
  const resume = `Resume with: ${toCommand(`jobs resume ${id}`)}`;
  if (spec.kind === 'import' && position === 0) return resume;
  const undo = `Undo with:   ${toCommand(`undo ${id}`)}`;
  return isResumable(job) ? `${resume}\n${undo}` : undo;
}

function isUploadIncomplete({ spec, state, file }: Job): boolean {
  return spec.kind === 'import' && state !== 'running' && file !== undefined && file.bytes < file.totalBytes;
}

/** The command that uploads the rest of an import's file. */
export function toUploadHint({ toCommand }: ServerConnection, { id, spec }: Job): string {
  if (spec.kind !== 'import') return '';
  const words = [spec.collection, toTypedFile(spec.label)].map(toShellWord).join(' ');
  return `Resume with: ${toCommand(`import ${words} --resume ${id}`)}`;
}

/** The command ends while the job keeps running. */
function toDetached(failure: Failure, { toCommand }: ServerConnection, { id }: Job): Failure {
  return new Failure(failure.exitCode, failure.message, {
    hint: `The job keeps running on the server. Follow it with: ${toCommand(`jobs watch ${id}`)}`,
    result: { ...failure.result, job: { id } },
    cause: failure,
  });
}
