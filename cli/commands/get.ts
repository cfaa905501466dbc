import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { findInCollection } from '#cli/io/collection-exists.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintableJson } from '#cli/io/terminal.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { explain } from './command-help.ts';
import type { AddCommand, CommandResult, GlobalOptions } from './command-settings.ts';
import { addDocumentAction, type DocumentKey } from './document-command.ts';

export const addGetCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('get')
    .summary('print one document')
    .description('Prints the document ID of COLLECTION as JSON, as `nankeen export` writes it.');
  addDocumentAction(command, run, (key, options) => printDocument(context, key, options));
  const examples = [
    'nankeen get products drover-10',
    { line: 'nankeen get products no-such-drone', exitCode: EXIT.notFound },
  ];
  explain(command, examples, 'Exit codes: 0 done, 3 no such document or collection.');
};

async function printDocument(
  context: CliContext,
  key: DocumentKey,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const request = connection.call(ADMIN_ROUTES.document, { params: { ...key } });
  const document = toContent(await findInCollection(connection, key.collection, request));
  if (options.json !== true) context.terminal.out.write(`${toPrintableJson(document, 2)}\n`);
  return { command: 'get', ...key, document };
}
