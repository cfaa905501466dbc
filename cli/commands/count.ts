import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { countCollection } from '#cli/io/collection-exists.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { explain } from './command-help.ts';
import {
  requireCollectionName,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';

export const addCountCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('count')
    .summary('count the documents of a collection')
    .description('Prints the number of documents in COLLECTION, without deleted ones.')
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .action(async (collection: string, _local: unknown, self: Command) => {
      run(await countDocuments(context, collection, self.optsWithGlobals<GlobalOptions>()));
    });
  explain(
    command,
    ['nankeen count products', { line: 'nankeen count no-such-collection', exitCode: EXIT.notFound }],
    'Exit codes: 0 done, 3 no such collection.',
  );
};

async function countDocuments(
  context: CliContext,
  collection: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  requireCollectionName(collection);
  const connection = await connectToRead(context, options);
  const { documents, deleted } = await countCollection(connection, collection);
  if (options.json !== true) context.terminal.out.write(`${documents}\n`);
  return { command: 'count', collection, documents, deleted };
}
