import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { countOf, formatBytes, formatCount } from '#cli/io/numbers.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import type { CollectionSummary } from '#shared/api/messages.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { explain } from './command-help.ts';
import { printNote, type CommandResult, type GlobalOptions } from './command-settings.ts';

export function addCollectionsCommand(
  program: Command,
  run: (result: CommandResult) => void,
  context: CliContext,
): void {
  const command = program
    .command('collections')
    .summary('list the collections of the server')
    .description(
      'Lists the collections with their documents, deleted documents, history entries, size and last change.',
    )
    .option('--all', 'include collections whose documents are all deleted')
    .action(async (_local: unknown, command: Command) => {
      run(await listCollections(context, command.optsWithGlobals<ListOptions>()));
    });
  explain(command, ['nankeen collections', 'nankeen collections --json > collections.json']);
}

interface ListOptions extends GlobalOptions {
  readonly all?: boolean;
}

async function listCollections(context: CliContext, options: ListOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const { collections: known } = await connection.call(ADMIN_ROUTES.collections);
  const collections = options.all === true ? known : known.filter(({ documents }) => documents > 0);
  const hidden = known.length - collections.length;
  if (options.json !== true && collections.length > 0) {
    const lines = toTextTable(
      [
        { title: 'collection' },
        { title: 'documents', isNumber: true },
        { title: 'deleted', isNumber: true },
        { title: 'history', isNumber: true },
        { title: 'size', isNumber: true },
        { title: 'last change' },
      ],
      collections.map((summary) => toCells(summary, context.clock)),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (known.length === 0) printNote(context, options, ['There are no collections yet.']);
  if (hidden > 0)
    printNote(context, options, [`${countOf(hidden, 'empty collection')} not shown; --all shows all.`]);
  return { command: 'collections', collections };
}

function toCells(summary: CollectionSummary, clock: Clock): string[] {
  return [
    toPrintable(summary.name),
    formatCount(summary.documents),
    formatCount(summary.deleted),
    formatCount(summary.history),
    formatBytes(summary.bytes),
    toLocalTime(summary.lastChange, clock),
  ];
}
