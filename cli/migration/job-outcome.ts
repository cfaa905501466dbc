import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { READ_FAILURES } from '#shared/migration/read-failures.ts';
import { isFileRefused, type Job } from '#shared/migration/job.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { toFileFailure } from './plan-refusal.ts';
import { toCountsText, toProblemLines } from './plan-report.ts';
import { isActive, toResumeHint } from './watch-job.ts';

/**
 * `copy "a" to "b"`, `undo copy "a" to "b"`; undoing an undo is a redo.
 * @param known jobs in which the undone job is looked up
 */
export function toJobTitle(spec: JobSpec, known: readonly Job[] = []): string {
  if (spec.kind === 'copy') return `copy "${spec.source}" to "${spec.target}"`;
  if (spec.kind === 'rename') return `rename fields of "${spec.collection}"`;
  if (spec.kind === 'import') return `import ${spec.label} into "${spec.collection}"`;
  let [isRedo, undone] = [false, known.find(({ id }) => id === spec.job)];
  for (; undone?.spec.kind === 'undo'; isRedo = !isRedo) {
    const { job } = undone.spec;
    undone = known.find(({ id }) => id === job);
  }
  return undone ? `${isRedo ? 'redo' : 'undo'} ${toJobTitle(undone.spec)}` : `undo ${spec.job}`;
}

/** The result of a finished job. The problems of an undo are the documents it skipped. */
export function toOutcomeLines(job: Job): string[] {
  const problems = job.problemCount > 0 ? toProblemLines(job.problems, job.problemCount) : [];
  return [`Job ${job.id} is done: ${toCountsText(job.counts)}.`, ...problems.map((line) => `  ${line}`)];
}

/** @throws Failure for a job that stopped or rejected documents */
export function requireDone(connection: ServerConnection, job: Job): void {
  if (isActive(job)) return;
  const result = { job };
  if (isFileRefused(job))
    throw toFileFailure(job, { name: toFileName(job), outcome: 'nothing was written' }, { result });
  if (job.state === 'failed' || job.state === 'interrupted') throw toStopped(connection, job);
  if (job.state === 'cancelled') {
    throw new Failure(EXIT.interrupted, `Job ${job.id} was cancelled: ${toCountsText(job.counts)}.`, {
      hint: toResumeHint(connection, job),
      result,
    });
  }
  if (job.counts.reject > 0) {
    throw new Failure(EXIT.invalidInput, `Job ${job.id} is done: ${toCountsText(job.counts)}.`, {
      lines: toProblemLines(job.problems, job.problemCount),
      result,
    });
  }
  requireVerified(job);
}

/** @throws Failure when an import with `verify` found differences from its file */
export function requireVerified(job: Job): void {
  const [first, ...others] = job.problems.filter(({ code }) => code === 'not-as-sent');
  if (!first) return;
  // The first problem is the summary.
  throw new Failure(EXIT.verificationFailed, first.message, {
    lines: others.map(({ id, message }) => `${id}  ${message}`),
    hint: 'Run the same import again to fix it.',
    result: { job },
  });
}

function toFileName({ spec }: Job): string {
  return spec.kind === 'import' ? spec.label : '';
}

/** Why a job stopped. After a failed read, the heading is the specification's. */
function toStopped(connection: ServerConnection, job: Job): Failure {
  const { id, state, message, failedRead } = job;
  const reason = message ?? 'the reason is unknown.';
  const text = failedRead ? reason : `Job ${id} ${state === 'failed' ? state : 'stopped'}: ${reason}`;
  const exitCode = state === 'failed' ? EXIT.unexpected : EXIT.unreachable;
  return new Failure(exitCode, `${text} So far: ${toCountsText(job.counts)}.`, {
    heading: failedRead && READ_FAILURES[failedRead],
    hint: toResumeHint(connection, job),
    result: { job },
  });
}
