import type { CliContext } from '#cli/context.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { formatCount } from '#cli/io/numbers.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { toJobTitle } from '#cli/migration/job-outcome.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { Job } from '#shared/migration/job.ts';
import { explain } from './command-help.ts';
import { tell, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addJobVerbs } from './job-verbs.ts';
import { addListVerb } from './list-verb.ts';

export const addJobsCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('jobs')
    .summary('list, watch, cancel and resume jobs')
    .description('Lists the jobs of the server, the newest first.');
  addListVerb<GlobalOptions>(command, run, (options) => listJobs(context, options));
  explain(command, ['nankeen jobs', 'nankeen jobs --json > jobs.json']);
  addJobVerbs(command, run, context);
};

async function listJobs(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const { jobs } = await connection.call(ADMIN_ROUTES.jobs);
  if (options.json !== true && jobs.length > 0) {
    const columns = ['id', 'state', 'documents', 'started', 'by', 'job'];
    const lines = toTextTable(
      columns.map((title) => ({ title, isNumber: title === 'documents' })),
      jobs.map((job) => [
        job.id,
        job.undoneBy === null ? job.state : 'undone',
        toPlace(job),
        toLocalTime(job.startedAt, context.clock),
        toPrintable(job.startedBy),
        // Of any length, so at the end.
        toPrintable(toJobTitle(job.spec)),
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (jobs.length === 0) tell(context, options, ['There are no jobs yet.']);
  return { command: 'jobs', jobs };
}

/** `1,200 of 24,000`, or `24,000` when all are done. */
function toPlace({ position, total }: Job): string {
  const isAll = total === null || total === position;
  return isAll ? formatCount(position) : `${formatCount(position)} of ${formatCount(total)}`;
}
