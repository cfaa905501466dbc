import type { CliContext } from '#cli/context.ts';
import { createColours } from '#cli/io/colours.ts';
import { toDifferenceLines } from '#cli/io/difference-lines.ts';
import { findInCollection } from '#cli/io/collection-exists.ts';
import { connectToRead, type ServerConnection } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { explain } from './command-help.ts';
import { parseLimit } from './option-values.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addDocumentAction, type DocumentKey } from './document-command.ts';

interface HistoryOptions extends GlobalOptions {
  readonly diff?: boolean;
  readonly limit: number;
}

const MAX_PAGE = 200;

export const addHistoryCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('history')
    .summary('list the writes of a document')
    .description('Lists the writes of the document ID of COLLECTION, newest first.')
    .option('--diff', 'show the changed fields below each write')
    .option('--limit <N>', 'maximum number of writes', parseLimit, 50);
  addDocumentAction<HistoryOptions>(command, run, (key, options) => showHistory(context, key, options));
  const examples = [
    'nankeen history products drover-10',
    'nankeen history products drover-10 --diff --limit 5',
  ];
  explain(
    command,
    examples,
    'Pass the time of a write to `nankeen restore --at`.\n\nExit codes: 0 done, 3 no such document or collection.',
  );
};

async function showHistory(
  context: CliContext,
  key: DocumentKey,
  options: HistoryOptions,
): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  // The diff of the last entry needs the entry before it.
  const request = readEntries(connection, key, options.limit + 1);
  const known = await findInCollection(connection, key.collection, request);
  const entries = known.slice(0, options.limit);
  if (options.json !== true) {
    const rows = toTextTable(
      [{ title: 'time' }, { title: 'write' }, { title: 'by' }, { title: 'device' }],
      entries.map(({ at, operation, updatedBy, device }) => [
        at,
        operation,
        toPrintable(updatedBy),
        toPrintable(device ?? '–'),
      ]),
    );
    const colours = createColours(context.terminal.outHasColours);
    const lines = rows.flatMap((row, index) => {
      const entry = entries[index - 1];
      if (options.diff !== true || !entry) return [row];
      const before = known[index]?.data ?? null;
      return [row, ...toDifferenceLines(before, entry.data, colours).map((line) => `    ${line}`)];
    });
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (known.length > entries.length)
    printNote(context, options, ['There are older writes; --limit shows more.']);
  return { command: 'history', ...key, entries };
}

async function readEntries(
  connection: ServerConnection,
  params: DocumentKey,
  count: number,
): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  while (entries.length < count) {
    const limit = Math.min(MAX_PAGE, count - entries.length);
    const query = { limit, before: entries.at(-1)?.at };
    const page = await connection.call(ROUTES.history, { params: { ...params }, query });
    entries.push(...page.entries);
    if (page.entries.length < limit && page.isCut !== true) break;
  }
  return entries;
}
