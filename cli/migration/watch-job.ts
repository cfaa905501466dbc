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
import type { Job } from '#shared/migration/job.ts';

const POLL_MS = 250;
/** Most jobs are short: the first looks come sooner. */
const FIRST_POLL_MS = 20;
/** A server that restarts is away for some seconds. */
const MAX_OUTAGE_MS = 20_000;

export interface WatchedJob {
  readonly job: Job;
  readonly progress: Progress;
  readonly whenInterrupted: 'cancel' | 'leave';
}

/**
 * Follows a job until it ends. With `cancel` an interruption asks the server to end it after the batch under way.
 * @throws Failure when the command is interrupted, or the server stays away: the job itself goes on there
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
    const answer = await readJob(connection, job.id);
    if (answer instanceof Failure) {
      if (answer.exitCode !== EXIT.unreachable || clock.now() - lastResponseAt > MAX_OUTAGE_MS)
        throw toUnknown(answer, connection, job);
      continue;
    }
    known = answer;
    lastResponseAt = clock.now();
  }
  progress.end();
  if (!interruption.aborted || !isActive(known)) return known;
  if (whenInterrupted === 'cancel') return cancel(context, connection, known);
  const { exitCode, message } = toFailure(interruption.reason);
  throw toUnknown(new Failure(exitCode, message), connection, job);
}

/** An import uploads and reads its file before it writes. */
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

/** @returns the job where it has come to its end by itself before it could be stopped */
async function cancel(
  { interruption, clock }: CliContext,
  connection: ServerConnection,
  job: Job,
): Promise<Job> {
  const { exitCode, message } = toFailure(interruption.reason);
  let known = await requestCancel(connection, job);
  for (const start = clock.now(); isActive(known) && clock.now() - start < MAX_OUTAGE_MS;) {
    await wait(POLL_MS);
    const answer = await readJob(connection, job.id);
    if (answer instanceof Failure) throw toUnknown(answer, connection, job);
    known = answer;
  }
  if (!isActive(known) && known.state !== 'cancelled') return known;
  const place = `${formatCount(known.position)}${known.total === null ? '' : ` of ${formatCount(known.total)}`}`;
  const kept =
    known.spec.kind === 'import' && known.position === 0
      ? 'Nothing was written.'
      : `The job stopped after ${place} documents; what is written stays.`;
  throw new Failure(exitCode, `${message} ${kept}`, {
    hint: toResumeHint(connection, known),
    result: { job: known },
  });
}

/** @returns the job as it then stands */
async function requestCancel(connection: ServerConnection, job: Job): Promise<Job> {
  const { id } = job;
  const answer = await connection.call(ADMIN_ROUTES.cancelJob, { params: { id } }).catch(toFailure);
  if (!(answer instanceof Failure)) return answer;
  // What has just ended can't be cancelled.
  const known = await readJob(connection, id);
  if (known instanceof Failure || isActive(known)) throw toUnknown(answer, connection, job);
  return known;
}

/** The commands that continue a job and undo it. */
export function toResumeHint(connection: ServerConnection, job: Job): string {
  if (isUploadIncomplete(job)) return toUploadHint(connection, job);
  const { toCommand } = connection;
  const { id, spec, position } = job;
  const resume = `Go on with:       ${toCommand(`jobs resume ${id}`)}`;
  if (spec.kind === 'import' && position === 0) return resume;
  return `${resume}\nTake it back with: ${toCommand(`undo ${id}`)}`;
}

function isUploadIncomplete({ spec, state, file }: Job): boolean {
  return spec.kind === 'import' && state !== 'running' && file !== undefined && file.bytes < file.totalBytes;
}

/** The command that sends the rest of an import's file. */
export function toUploadHint({ toCommand }: ServerConnection, { id, spec }: Job): string {
  if (spec.kind !== 'import') return '';
  const words = [spec.collection, toTypedFile(spec.label)].map(toShellWord).join(' ');
  return `Go on with:       ${toCommand(`import ${words} --resume ${id}`)}`;
}

function toUnknown(failure: Failure, { toCommand }: ServerConnection, { id }: Job): Failure {
  return new Failure(failure.exitCode, failure.message, {
    hint: `The job goes on without this command. Follow it with: ${toCommand(`jobs watch ${id}`)}`,
    result: { ...failure.result, job: { id } },
    cause: failure,
  });
}
