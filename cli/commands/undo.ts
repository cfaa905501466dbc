import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { findJob } from '#cli/migration/find-job.ts';
import { explain } from './command-help.ts';
import type { AddCommand, CommandResult } from './command-settings.ts';
import { addJobOptions, type JobOptions } from './job-options.ts';
import { runPlannedJob } from './planned-job.ts';

const NOTES = `
Every document that the job wrote is restored to its previous state, as a new write: the
history keeps both states, and the change syncs to devices. Documents that changed since
are skipped and listed.

Exit codes: 0 done, even if some documents were skipped, 2 confirmation needed, 3 no such
job, 5 every document changed since, or the data changed after the plan, 130
interrupted.`;

export const addUndoCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('undo')
    .summary('undo the writes of a job')
    .description('Undoes the writes of the copy, rename or import JOB.')
    .argument('<JOB>', 'id of the job, or `last` for the newest')
    .action(async (id: string, _local: unknown, self: Command) => {
      run(await undoJob(context, id, self.optsWithGlobals<JobOptions>()));
    });
  addJobOptions(command);
  const examples = [
    'nankeen undo last --dry-run --diff=3',
    'nankeen undo last --yes',
    { line: 'nankeen undo no-such-job --yes', exitCode: EXIT.notFound },
  ];
  explain(command, examples, NOTES);
};

async function undoJob(context: CliContext, id: string, options: JobOptions): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const job = await findJob(connection, id);
  const undone = [job];
  for (let last = job; last.spec.kind === 'undo'; undone.push(last)) {
    last = await findJob(connection, last.spec.job);
  }
  const spec = { kind: 'undo', job: job.id } as const;
  const result = await runPlannedJob(context, connection, { spec, options, undone });
  return { command: 'undo', undone: job.id, ...result };
}
