import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { requireCollection } from '#cli/io/collection-exists.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable, toPrintableJson } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { explain } from './command-help.ts';
import {
  requireCollectionName,
  printNote,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';
import { addListSubcommand } from './list-subcommand.ts';
import { parseLimit } from './option-values.ts';

interface ListOptions extends GlobalOptions {
  readonly limit: number;
  readonly collection?: string;
}

const NOTES = `
The server keeps a rejected write with its content for 30 days, or shorter if there are too many.
The device that made the write keeps it until a person decides and shows it under "Needs review".`;

/** Adds `rejections` and its subcommands. */
export const addRejectionsCommand: AddCommand = (program, run, context) => {
  const rejections = program
    .command('rejections')
    .summary('list rejected writes and the reasons')
    .description('Lists the writes that the server rejected, newest first, with time, document and reason.')
    .option('--collection <NAME>', 'only rejections of this collection')
    .option('--limit <NUMBER>', 'maximum number of rejections', parseLimit, 50);
  addListSubcommand<ListOptions>(rejections, run, (options) => listRejections(context, options));
  const get = rejections
    .command('get')
    .summary('print the content of a rejected write')
    .description(
      'Prints the content of a rejected write as one line of JSON. Once corrected, it can be imported.',
    )
    .argument('<WRITE_ID>', 'id from `rejections`')
    .action(async (writeId: string, _local: unknown, command: Command) => {
      run(await getRejection(context, writeId, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(rejections, ['nankeen rejections', 'nankeen rejections --collection contacts --limit 5'], NOTES);
  explain(get, [
    { line: 'nankeen rejections get 0UqYc7t3bXk2Vd9mPa5Z > refused.json', exitCode: EXIT.notFound },
  ]);
};

async function listRejections(context: CliContext, options: ListOptions): Promise<CommandResult> {
  const { collection, limit } = options;
  if (collection !== undefined) requireCollectionName(collection);
  const connection = await connectToRead(context, options);
  const { rejections } = await connection.call(ADMIN_ROUTES.rejections, { query: { collection, limit } });
  if (rejections.length === 0 && collection !== undefined) await requireCollection(connection, collection);
  if (options.json !== true && rejections.length > 0) {
    const lines = toTextTable(
      [{ title: 'time' }, { title: 'write' }, { title: 'document' }, { title: 'reason' }],
      rejections.map((one) => [
        toLocalTime(one.at, context.clock),
        toPrintable(one.writeId),
        toPrintable(`${one.collection}/${one.id}`),
        toPrintable(`${one.code}${one.path === '' ? '' : ` at ${one.path}`}: ${one.message}`),
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (rejections.length === 0) printNote(context, options, ['There are no rejected writes.']);
  return { command: 'rejections', rejections };
}

async function getRejection(
  context: CliContext,
  writeId: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const rejection = await connection.call(ADMIN_ROUTES.rejection, { query: { writeId } });
  const { payload, id, collection } = rejection;
  const document = { FBUID: id, ...payload };
  if (options.json !== true) context.terminal.out.write(`${toPrintableJson(document)}\n`);
  printNote(context, options, [
    `Rejected: ${rejection.message}${rejection.path === '' ? '' : ` (${rejection.path})`}`,
    `Once corrected, import it with: nankeen import ${collection} FILE`,
  ]);
  return { command: 'rejections get', ...rejection, payload: document };
}
