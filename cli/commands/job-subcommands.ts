import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { toFailure, withHint } from '#cli/failure.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { findJob } from '#cli/migration/find-job.ts';
import { toCountsText } from '#cli/migration/plan-report.ts';
import { toResumeHint, toUploadHint } from '#cli/migration/watch-job.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult } from './command-settings.ts';
import { followJob } from './follow-job.ts';
import type { JobOptions } from './job-options.ts';

type JobSubcommand = (context: CliContext, id: string, options: JobOptions) => Promise<CommandResult>;

/** `watch`, `cancel` and `resume` below `jobs`. */
export const addJobSubcommands: AddCommand = (jobs, run, context) => {
  const add = (name: string, act: JobSubcommand) =>
    jobs
      .command(name)
      .argument('<ID>', 'id of the job, or `last` for the newest')
      .action(async (id: string, _local: unknown, self: Command) => {
        const result = await act(context, id, self.optsWithGlobals<JobOptions>());
        run({ command: `jobs ${name}`, ...result });
      });
  const watch = add('watch', watchJob)
    .summary('follow a job until it ends')
    .description(
      'Follows the job ID until it ends, with the exit code of its result. Ctrl-C leaves the job running.',
    );
  const cancel = add('cancel', cancelJob)
    .summary('stop a job after the current batch')
    .description(
      'Stops the job ID after the current batch. What it wrote is kept; the job can be resumed or undone.',
    );
  const resume = add('resume', resumeJob)
    .summary('resume a job that stopped')
    .description('Resumes the job ID where it was cancelled or failed, or where the server stopped.')
    .option('--detach', 'print the id of the job and exit; the job continues on the server');
  explain(watch, ['nankeen jobs watch last']);
  explain(cancel, [{ line: 'nankeen jobs cancel no-such-job', exitCode: EXIT.notFound }]);
  explain(resume, [{ line: 'nankeen jobs resume no-such-job', exitCode: EXIT.notFound }]);
};

const watchJob: JobSubcommand = async (context, id, options) => {
  const connection = await connectServer(context, options);
  const job = await findJob(connection, id);
  return followJob(context, connection, { job, options, whenInterrupted: 'leave' });
};

const cancelJob: JobSubcommand = async (context, id, options) => {
  const connection = await connectServer(context, options);
  const { id: known } = await findJob(connection, id);
  const job = await connection.call(ADMIN_ROUTES.cancelJob, { params: { id: known } });
  printNote(context, options, [
    `Job ${known} is cancelled: ${toCountsText(job.counts)}.`,
    ...toResumeHint(connection, job).split('\n'),
  ]);
  return { job };
};

const resumeJob: JobSubcommand = async (context, id, options) => {
  const connection = await connectServer(context, options);
  const known = await findJob(connection, id);
  const job = await connection
    .call(ADMIN_ROUTES.resumeJob, { params: { id: known.id } })
    .catch((error: unknown) => {
      const isIncomplete = error instanceof AppError && error.reason === 'UPLOAD_INCOMPLETE';
      throw isIncomplete ? withHint(toFailure(error), toUploadHint(connection, known)) : error;
    });
  return followJob(context, connection, { job, options });
};
