import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { findInCollection } from '#cli/io/collection-exists.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { toShellWord } from '#cli/io/shell-word.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { confirm } from './confirm.ts';
import { addDocumentAction, type DocumentKey } from './document-command.ts';

const NOTES = `
A deletion is a write like any other: the history keeps the document, the deletion syncs to
devices, and \`nankeen restore\` restores the document.

Exit codes: 0 done, 2 confirmation needed, 3 no such document or collection, 130 not
confirmed.`;

export const addDeleteCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('delete')
    .summary('delete one document')
    .description('Deletes the document ID of COLLECTION.');
  addDocumentAction(command, run, (key, options) => deleteDocument(context, key, options));
  const examples = [{ line: 'nankeen delete products no-such-drone --yes', exitCode: EXIT.notFound }];
  explain(command, examples, NOTES);
};

async function deleteDocument(
  context: CliContext,
  key: DocumentKey,
  options: GlobalOptions,
): Promise<CommandResult> {
  const { collection, id } = key;
  const connection = await connectServer(context, options);
  const request = connection.call(ROUTES.history, { params: { ...key }, query: { limit: 1 } });
  const [newest] = (await findInCollection(connection, collection, request)).entries;
  if (!newest || newest.operation === 'delete') {
    throw new Failure(EXIT.notFound, `"${id}" is already deleted.`);
  }
  await confirm(context, options, { what: `"${id}" of "${collection}" will be deleted.` });
  await connection.call(ADMIN_ROUTES.deleteDocument, { params: { ...key } });
  const restore = `restore ${toShellWord(collection)} ${toShellWord(id)} --at ${newest.at}`;
  printNote(context, options, [`Deleted "${id}".`, `Restore it with: ${connection.toCommand(restore)}`]);
  return { command: 'delete', ...key, restorableAt: newest.at };
}
