import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { explainNotFound } from '#cli/io/collection-exists.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintableJson } from '#cli/io/terminal.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { explain } from './command-help.ts';
import {
  requireCollectionName,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';

export const addGetCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('get')
    .summary('print one document')
    .description('Prints the document ID of COLLECTION as JSON, as `nankeen export` writes it.')
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .argument('<ID>', 'id of the document (FBUID)')
    .action(async (collection: string, id: string, _local: unknown, self: Command) => {
      run(await printDocument(context, { collection, id }, self.optsWithGlobals<GlobalOptions>()));
    });
  const examples = [
    'nankeen get products drover-10',
    { line: 'nankeen get products no-such-drone', exitCode: EXIT.notFound },
  ];
  explain(command, examples, 'Exit codes: 0 done, 3 no such document or collection.');
};

async function printDocument(
  context: CliContext,
  key: { readonly collection: string; readonly id: string },
  options: GlobalOptions,
): Promise<CommandResult> {
  requireCollectionName(key.collection);
  const connection = await connectToRead(context, options);
  const found = connection.call(ADMIN_ROUTES.document, { params: key });
  const document = toContent(
    await found.catch(async (error: unknown) => {
      throw await explainNotFound(connection, key.collection, error);
    }),
  );
  if (options.json !== true) context.terminal.out.write(`${toPrintableJson(document, 2)}\n`);
  return { command: 'get', ...key, document };
}
