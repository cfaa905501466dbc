import type { CliContext } from '#cli/context.ts';
import { createProgress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { requireDone, toOutcomeLines } from '#cli/migration/job-outcome.ts';
import { watchJob } from '#cli/migration/watch-job.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import { isQuiet, printNote } from './command-settings.ts';
import type { JobOptions } from './job-options.ts';

export interface FollowedJob {
  readonly job: Job;
  readonly options: JobOptions;
  /** What an interruption of this command does to the job; default `cancel`. */
  readonly whenInterrupted?: 'cancel' | 'leave';
}

const LABELS: Readonly<Record<JobSpec['kind'], string>> = {
  copy: 'Copied',
  rename: 'Renamed',
  import: 'Imported',
  undo: 'Undone',
};

/** Shows a job's progress until it ends. With `--detach`, only prints its id. */
export async function followJob(
  context: CliContext,
  connection: ServerConnection,
  { job, options, whenInterrupted = 'cancel' }: FollowedJob,
): Promise<{ readonly job: Job }> {
  if (options.detach === true) {
    if (options.json !== true) context.terminal.out.write(`${job.id}\n`);
    printNote(context, options, [
      `The job runs on the server. Follow it with: ${connection.toCommand(`jobs watch ${job.id}`)}`,
    ]);
    return { job };
  }
  const { terminal, clock } = context;
  const progress = createProgress({
    terminal,
    clock,
    label: LABELS[job.spec.kind],
    isQuiet: isQuiet(options),
  });
  const watched = { job, progress, whenInterrupted };
  const ended = await watchJob(context, connection, watched).finally(() => progress.end());
  requireDone(connection, ended);
  printNote(context, options, [...toOutcomeLines(ended), ...toUndoHint(connection, ended)]);
  return { job: ended };
}

/** No hint when nothing was written, or for an undo. */
function toUndoHint({ toCommand }: ServerConnection, { id, spec, counts }: Job): string[] {
  const written = counts.create + counts.replace + counts.merge + counts.delete;
  return written === 0 || spec.kind === 'undo' ? [] : [`Undo with: ${toCommand(`undo ${id}`)}`];
}
