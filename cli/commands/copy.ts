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
Documents keep their ids. SOURCE stays as it is. The plan is made first and shown; when
it changes or deletes documents that TARGET has, you are asked (--yes agrees). Exactly
that plan is carried out, on the server; \`nankeen undo\` takes it back.
${RENAME_NOTES}

Exit codes: 0 done, 2 nobody to ask, 3 no such collection, 4 documents would be
rejected, 5 a collision or an id that is taken, or the data changed after the plan,
10 --verify found differences, 130 interrupted: the job stops after its batch.`;

export const addCopyCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('copy')
    .summary('copy the documents of a collection to another one')
    .description('Copies the documents of SOURCE to TARGET on the server.')
    .argument('<SOURCE>', 'collection to read, e.g. products')
    .argument('<TARGET>', 'collection to write')
    .option(
      '--where <CONDITION>',
      'only documents where field=value, !=, <, <=, > or >=; repeatable, all must hold',
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .addOption(
      new Option(
        '--mode <MODE>',
        'insert: new ids only; upsert: create and replace; merge: lay fields over those there; ' +
          'replace-all: also delete what SOURCE doesn’t have',
      )
        .choices(WRITE_MODES)
        .default('upsert'),
    )
    .addOption(
      new Option('--on-conflict <CHOICE>', 'what becomes of a document that TARGET has with other content')
        .choices(CONFLICT_CHOICES)
        .default('overwrite'),
    );
  addJobOptions(addRenameOptions(command))
    .option('--continue', 'write the others when some documents are rejected')
    .option('--verify', 'afterwards, compare what TARGET holds with the plan')
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

/** Everything is read again: a plan of the same copy has nothing left to do. */
async function verify(
  context: CliContext,
  connection: ServerConnection,
  { spec, options }: { readonly spec: CopyJobSpec; readonly options: CopyOptions },
): Promise<void> {
  const plan = await connection.call(ADMIN_ROUTES.plan, { body: spec }).catch((error: unknown) => {
    throw toReadFailure(error);
  });
  if (countWrites(plan.counts) > 0) {
    const found = `"${spec.target}" is not as planned: ${toCountsText(plan.counts)} would follow.`;
    throw new Failure(EXIT.verificationFailed, found, {
      hint: 'It may have been changed in the meantime. Running the same command again mends it.',
      result: { plan },
    });
  }
  printNote(context, options, [`Verified: ${countOf(plan.counts.unchanged, 'document')} as planned.`]);
}
