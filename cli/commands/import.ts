import { Option, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { prepareImport, type PreparedImport } from '#cli/import/prepare-import.ts';
import { toLeftOutLines } from '#cli/import/problem-report.ts';
import { IMPORT_MODES, sendImport, type ImportCounts, type ImportMode } from '#cli/import/send-import.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import { createProgress } from '#cli/io/progress.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { PRODUCT_CATEGORIES, products } from '#shared/collections/products.ts';
import { explain } from './command-help.ts';
import {
  isQuiet,
  requireCollectionName,
  tell,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';
import { IMPORT_EXAMPLES, IMPORT_NOTES } from './import-help.ts';

export interface ImportOptions extends GlobalOptions {
  readonly mode: ImportMode;
  readonly dryRun?: boolean;
  readonly idField?: string;
  readonly category?: string;
  readonly unpublished?: 'import' | 'skip';
}

export function addImportCommand(
  program: Command,
  run: (result: CommandResult) => void,
  context: CliContext,
): void {
  const command = program
    .command('import')
    .summary('read documents from a file into a collection')
    .description(
      'Reads documents from FILE (- for standard input) into COLLECTION. The whole input is read and checked first: ' +
        'if anything in it is wrong, all of it is listed and nothing is written.',
    )
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .argument('<FILE>', 'JSON, NDJSON, CSV or a Shopify product CSV export; - for standard input')
    .addOption(
      new Option('--mode <MODE>', 'upsert: new documents are created, others replaced; insert: only new ones')
        .choices(IMPORT_MODES)
        .default('upsert'),
    )
    .option('--dry-run', 'say what would happen and write nothing')
    .option('--id-field <FIELD>', 'field that holds the id, e.g. sku or _id.$oid (otherwise FBUID, then id)')
    .addOption(
      new Option(
        '--category <NAME>',
        'category of products in a CSV whose own is missing or can’t be told',
      ).choices(PRODUCT_CATEGORIES),
    )
    .addOption(
      new Option(
        '--unpublished <CHOICE>',
        'what becomes of unpublished products of a Shopify export',
      ).choices(['import', 'skip']),
    )
    .action(async (collection: string, file: string, _local: unknown, command: Command) => {
      run(await importDocuments(context, { collection, file }, command.optsWithGlobals<ImportOptions>()));
    });
  explain(command, IMPORT_EXAMPLES, IMPORT_NOTES);
}

async function importDocuments(
  context: CliContext,
  { collection, file }: { readonly collection: string; readonly file: string },
  options: ImportOptions,
): Promise<CommandResult> {
  requireCollectionName(collection);
  if (collection !== products.name && (options.category ?? options.unpublished) !== undefined) {
    throw new Failure(EXIT.usage, '--category and --unpublished are for the collection products only.');
  }
  const { category, unpublished, idField, mode } = options;
  const prepared = await prepareImport(context, { collection, file, category, unpublished, idField });
  const isDryRun = options.dryRun === true;
  const progress = createProgress({
    terminal: context.terminal,
    clock: context.clock,
    label: 'Sent',
    isQuiet: isQuiet(options),
  });
  try {
    tell(context, options, toNotes(prepared));
    const connection = await connectServer(context, options);
    const sending = { collection, mode, isDryRun, progress };
    const counts = await sendImport(context, connection, prepared, sending).finally(() => progress.end());
    tell(context, options, [toSummary(counts, isDryRun)]);
    const { format, documents, notices, leftOut } = prepared;
    return {
      command: 'import',
      collection,
      format,
      mode,
      dryRun: isDryRun,
      documents,
      ...counts,
      notices,
      leftOut,
    };
  } finally {
    await prepared.spool.close();
  }
}

function toNotes({ format, documents, notices, leftOut }: PreparedImport): string[] {
  return [
    `${format}: ${countOf(documents, 'document')}, all in order.`,
    ...notices.map((notice) => `Note: ${notice}.`),
    ...(leftOut.length === 0 ? [] : ['', ...toLeftOutLines(leftOut).map((line) => `  ${line}`), '']),
  ];
}

function toSummary({ created, replaced, unchanged }: ImportCounts, isDryRun: boolean): string {
  const counts = `${formatCount(created)} created, ${formatCount(replaced)} replaced, ${formatCount(unchanged)} unchanged`;
  return isDryRun ? `Dry run, nothing was written. It would be: ${counts}` : counts;
}
