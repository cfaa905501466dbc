import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import {
  addRenameOptions,
  RENAME_NOTES,
  toRenameSpec,
  type RenameOptions,
} from '#cli/migration/rename-options.ts';
import { toReadFailure } from '#cli/migration/read-failure.ts';
import { explain } from './command-help.ts';
import {
  requireCollectionName,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';
import { addJobOptions, type JobOptions } from './job-options.ts';
import { runPlannedJob } from './planned-job.ts';

interface RenameFieldsOptions extends GlobalOptions, RenameOptions, JobOptions {}

const NOTES = `${RENAME_NOTES}
The command first shows a plan and asks for confirmation (--yes confirms); \`nankeen undo\`
reverses it. For 180 days, the rename also applies to writes that devices push with the
old names. The shop's own collections accept only the field names of the installed release.

Exit codes: 0 done, 2 confirmation needed, 3 no such collection or field, 4 documents would
break a rule, 5 a name collision, or the data changed after the plan, 130 interrupted: the
job stops after the current batch.`;

export const addRenameFieldsCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('rename-fields')
    .summary('rename fields in all documents of a collection')
    .description('Renames fields of COLLECTION, by path or by find and replace in field names.')
    .argument('<COLLECTION>', 'name of the collection')
    .action(async (collection: string, _local: unknown, self: Command) => {
      run(await renameFields(context, collection, self.optsWithGlobals<RenameFieldsOptions>()));
    });
  addJobOptions(addRenameOptions(command));
  const examples = [
    'nankeen rename-fields archive --map productName=name --dry-run --diff=1',
    "nankeen rename-fields archive --map 'productPrices[].value=amount' --yes",
    'nankeen rename-fields archive --find product --replace item --yes',
    { line: 'nankeen rename-fields archive --map itemName=STUPID --yes', exitCode: EXIT.conflict },
  ];
  explain(command, examples, NOTES);
};

async function renameFields(
  context: CliContext,
  collection: string,
  options: RenameFieldsOptions,
): Promise<CommandResult> {
  requireCollectionName(collection);
  const rename = toRenameSpec(options);
  if (!rename) {
    throw new Failure(EXIT.usage, 'No fields given. Use --map OLD=NEW, or --find with --replace.', {
      hint: 'List the fields with `nankeen fields`.',
    });
  }
  const connection = await connectServer(context, options);
  const spec = { kind: 'rename', collection, rename } as const;
  const result = await runPlannedJob(context, connection, { spec, options, toPlanFailure: toReadFailure });
  return { command: 'rename-fields', collection, ...result };
}
