import type { CliContext } from '#cli/context.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { toJobTitle } from '#cli/migration/job-outcome.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { Job } from '#shared/migration/job.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addJobSubcommands } from './job-subcommands.ts';
import { addListSubcommand } from './list-subcommand.ts';
import { parseLimit } from './option-values.ts';

interface ListOptions extends GlobalOptions {
  readonly limit: number;
}

/** The server's default page size. */
const DEFAULT_PAGE = 200;

export const addJobsCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('jobs')
    .summary('list, watch, cancel and resume jobs')
    .description('Lists the jobs of the server, newest first.')
    .option('--limit <NUMBER>', 'maximum number of jobs', parseLimit, 20);
  addListSubcommand<ListOptions>(command, run, (options) => listJobs(context, options));
  explain(command, ['nankeen jobs', 'nankeen jobs --limit 1000 --json > jobs.json']);
  addJobSubcommands(command, run, context);
};

async function listJobs(context: CliContext, options: ListOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  // Fetch at least a default page, to name the jobs that undo jobs refer to.
  const query = options.limit > DEFAULT_PAGE ? { limit: options.limit } : {};
  const { jobs: known, total = known.length } = await connection.call(ADMIN_ROUTES.jobs, { query });
  const jobs = known.slice(0, options.limit);
  if (options.json !== true && jobs.length > 0) {
    const columns = ['id', 'state', 'documents', 'started', 'by', 'job'];
    const lines = toTextTable(
      columns.map((title) => ({ title, isNumber: title === 'documents' })),
      jobs.map((job) => [
        job.id,
        job.undoneBy === null ? job.state : 'undone',
        toPosition(job),
        toLocalTime(job.startedAt, context.clock),
        toPrintable(job.startedBy),
        // Last, because it can be long.
        toPrintable(toJobTitle(job.spec, known)),
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (jobs.length === 0) printNote(context, options, ['There are no jobs yet.']);
  const left = total - jobs.length;
  if (left > 0) printNote(context, options, [`${countOf(left, 'job')} more; --limit shows them.`]);
  return { command: 'jobs', jobs, total };
}

/** `1,200 of 24,000`, or `24,000` when all are done. */
function toPosition({ position, total }: Job): string {
  const isAll = total === null || total === position;
  return isAll ? formatCount(position) : `${formatCount(position)} of ${formatCount(total)}`;
}
