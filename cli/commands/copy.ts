import { Option, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import { connectServer, type ServerConnection } from '#cli/io/server-connection.ts';
import { countWrites, toCountsText } from '#cli/migration/plan-report.ts';
import { toReadFailure } from '#cli/migration/read-failure.ts';
import {
  addRenameOptions,
  RENAME_NOTES,
  toRenameSpec,
  type RenameOptions,
} from '#cli/migration/rename-options.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import {
  CONFLICT_CHOICES,
  WRITE_MODES,
  type ConflictChoice,
  type CopyJobSpec,
  type WriteMode,
} from '#shared/migration/job-spec.ts';
import { explain } from './command-help.ts';
import {
  requireCollectionName,
  printNote,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';
import { addJobOptions, type JobOptions } from './job-options.ts';
import { runPlannedJob } from './planned-job.ts';

interface CopyOptions extends GlobalOptions, RenameOptions, JobOptions {
  readonly where?: readonly string[];
  readonly mode: WriteMode;
  readonly onConflict: ConflictChoice;
  readonly verify?: boolean;
}

const NOTES = `
Documents keep their ids. SOURCE is not changed. The command first shows a plan and asks
for confirmation when the plan changes or deletes documents of TARGET (--yes confirms).
The server carries out exactly that plan; \`nankeen undo\` reverses it.
${RENAME_NOTES}

Exit codes: 0 done, 2 confirmation needed, 3 no such collection, 4 documents would be
rejected, 5 a name collision or an existing id, or the data changed after the plan,
10 --verify found differences, 130 interrupted: the job stops after the current batch.`;

export const addCopyCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('copy')
    .summary('copy the documents of a collection to another collection')
    .description('Copies the documents of SOURCE to TARGET on the server.')
    .argument('<SOURCE>', 'collection to read, e.g. products')
    .argument('<TARGET>', 'collection to write')
    .option(
      '--where <CONDITION>',
      'copy only documents where field=value (or !=, <, <=, >, >=); repeatable, all conditions must match',
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .addOption(
      new Option(
        '--mode <MODE>',
        'insert: only new ids; upsert: create and replace; merge: update only the fields of SOURCE; ' +
          'replace-all: also delete documents that SOURCE lacks',
      )
        .choices(WRITE_MODES)
        .default('upsert'),
    )
    .addOption(
      new Option(
        '--on-conflict <CHOICE>',
        'what to do when TARGET already has the document with other content',
      )
        .choices(CONFLICT_CHOICES)
        .default('overwrite'),
    );
  addJobOptions(addRenameOptions(command))
    .option('--continue', 'write the other documents when some are rejected')
    .option('--verify', 'compare TARGET with the plan afterwards')
    .action(async (source: string, target: string, _local: unknown, self: Command) => {
      run(await copyCollection(context, { source, target }, self.optsWithGlobals<CopyOptions>()));
    });
  const examples = [
    'nankeen copy products archive --dry-run --diff=2',
    'nankeen copy products archive --verify',
    'nankeen copy products drones --where productCategory=drones --map productName=name',
    'nankeen copy products drones --mode replace-all --yes',
    { line: 'nankeen copy no-such-collection archive', exitCode: EXIT.notFound },
  ];
  explain(command, examples, NOTES);
};

async function copyCollection(
  context: CliContext,
  { source, target }: { readonly source: string; readonly target: string },
  options: CopyOptions,
): Promise<CommandResult> {
  requireCollectionName(source);
  requireCollectionName(target);
  const rename = toRenameSpec(options);
  const { mode, onConflict, where = [] } = options;
  const spec: CopyJobSpec = {
    kind: 'copy',
    source,
    target,
    mode,
    onConflict,
    where: [...where],
    ...(rename ? { rename } : {}),
  };
  const connection = await connectServer(context, options).catch((error: unknown) => {
    throw toReadFailure(error);
  });
  const result = await runPlannedJob(context, connection, { spec, options, toPlanFailure: toReadFailure });
  const isVerified = options.verify === true && options.dryRun !== true && options.detach !== true;
  if (isVerified) await verify(context, connection, { spec, options });
  return { command: 'copy', source, target, ...result, ...(isVerified ? { verified: true } : {}) };
}

/** Plans the same copy again: nothing must be left to write. */
async function verify(
  context: CliContext,
  connection: ServerConnection,
  { spec, options }: { readonly spec: CopyJobSpec; readonly options: CopyOptions },
): Promise<void> {
  const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec }).catch((error: unknown) => {
    throw toReadFailure(error);
  });
  if (countWrites(plan.counts) > 0) {
    const found = `"${spec.target}" differs from the plan: another copy would mean ${toCountsText(plan.counts)}.`;
    throw new Failure(EXIT.verificationFailed, found, {
      hint: 'It may have changed in the meantime. Run the same command again to fix it.',
      result: { plan },
    });
  }
  printNote(context, options, [`Verified: ${countOf(plan.counts.unchanged, 'document')} as planned.`]);
}
