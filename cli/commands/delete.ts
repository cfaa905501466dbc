import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { explainNotFound } from '#cli/io/collection-exists.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { toShellWord } from '#cli/io/shell-word.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { explain } from './command-help.ts';
import {
  requireCollectionName,
  printNote,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';
import { confirm } from './confirm.ts';

const NOTES = `
A deletion is a write like any other: the history keeps the document, the deletion syncs to
devices, and \`nankeen restore\` restores the document.

Exit codes: 0 done, 2 confirmation needed, 3 no such document or collection, 130 not
confirmed.`;

export const addDeleteCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('delete')
    .summary('delete one document')
    .description('Deletes the document ID of COLLECTION.')
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .argument('<ID>', 'id of the document (FBUID)')
    .action(async (collection: string, id: string, _local: unknown, self: Command) => {
      run(await deleteDocument(context, { collection, id }, self.optsWithGlobals<GlobalOptions>()));
    });
  const examples = [{ line: 'nankeen delete products no-such-drone --yes', exitCode: EXIT.notFound }];
  explain(command, examples, NOTES);
};

async function deleteDocument(
  context: CliContext,
  key: { readonly collection: string; readonly id: string },
  options: GlobalOptions,
): Promise<CommandResult> {
  requireCollectionName(key.collection);
  const { collection, id } = key;
  const connection = await connectServer(context, options);
  const page = connection.call(ROUTES.history, { params: key, query: { limit: 1 } });
  const [newest] = (
    await page.catch(async (error: unknown) => {
      throw await explainNotFound(connection, collection, error);
    })
  ).entries;
  if (!newest || newest.operation === 'delete') {
    throw new Failure(EXIT.notFound, `"${id}" is already deleted.`);
  }
  await confirm(context, options, { what: `"${id}" of "${collection}" will be deleted.` });
  await connection.call(ADMIN_ROUTES.deleteDocument, { params: key });
  const restore = `restore ${toShellWord(collection)} ${toShellWord(id)} --at ${newest.at}`;
  printNote(context, options, [`Deleted "${id}".`, `Restore it with: ${connection.toCommand(restore)}`]);
  return { command: 'delete', ...key, restorableAt: newest.at };
}
