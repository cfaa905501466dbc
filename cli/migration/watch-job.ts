import { setTimeout as wait } from 'node:timers/promises';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { formatCount } from '#cli/io/numbers.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { Job } from '#shared/migration/job.ts';

const POLL_MS = 250;
/** A server that restarts is away for some seconds. */
const PATIENCE_MS = 20_000;

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
  let heardAt = clock.now();
  while (isUnderWay(known) && !interruption.aborted) {
    progress.report({
      documents: known.position,
      totalDocuments: known.total ?? undefined,
      before: job.position,
    });
    await wait(POLL_MS, undefined, { signal: interruption }).catch(() => undefined);
    const answer = await readJob(connection, job.id);
    if (answer instanceof Failure) {
      if (answer.exitCode !== EXIT.unreachable || clock.now() - heardAt > PATIENCE_MS)
        throw toUnknown(answer, connection, job);
      continue;
    }
    known = answer;
    heardAt = clock.now();
  }
  progress.end();
  if (!interruption.aborted || !isUnderWay(known)) return known;
  if (whenInterrupted === 'cancel') return cancel(context, connection, known);
  const { exitCode, message } = toFailure(interruption.reason);
  throw toUnknown(new Failure(exitCode, message), connection, job);
}

export function isUnderWay({ state }: Job): boolean {
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
  let known = await askToStop(connection, job);
  for (const start = clock.now(); isUnderWay(known) && clock.now() - start < PATIENCE_MS;) {
    await wait(POLL_MS);
    const answer = await readJob(connection, job.id);
    if (answer instanceof Failure) throw toUnknown(answer, connection, job);
    known = answer;
  }
  if (!isUnderWay(known) && known.state !== 'cancelled') return known;
  const place = `${formatCount(known.position)}${known.total === null ? '' : ` of ${formatCount(known.total)}`}`;
  throw new Failure(exitCode, `${message} The job stopped after ${place} documents; what is written stays.`, {
    hint: toResumeHint(connection, known),
    result: { job: known },
  });
}

/** @returns the job as it then stands */
async function askToStop(connection: ServerConnection, job: Job): Promise<Job> {
  const { id } = job;
  const answer = await connection.call(ADMIN_ROUTES.cancelJob, { params: { id } }).catch(toFailure);
  if (!(answer instanceof Failure)) return answer;
  // What has just ended can't be cancelled.
  const known = await readJob(connection, id);
  if (known instanceof Failure || isUnderWay(known)) throw toUnknown(answer, connection, job);
  return known;
}

export function toResumeHint({ toCommand }: ServerConnection, { id }: Job): string {
  return `Go on with:       ${toCommand(`jobs resume ${id}`)}\nTake it back with: ${toCommand(`undo ${id}`)}`;
}

function toUnknown(failure: Failure, { toCommand }: ServerConnection, { id }: Job): Failure {
  return new Failure(failure.exitCode, failure.message, {
    hint: `The job goes on without this command. Follow it with: ${toCommand(`jobs watch ${id}`)}`,
    result: { ...failure.result, job: { id } },
    cause: failure,
  });
}
