import { Option, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { IMPORT_FORMATS, type ForcedFormat } from '#cli/formats/import-format.ts';
import { prepareImport, type PreparedImport } from '#cli/import/prepare-import.ts';
import { ProblemList } from '#cli/import/problem-list.ts';
import { openRejectFile, type RejectFile } from '#cli/import/reject-file.ts';
import { toLeftOutLines } from '#cli/import/problem-report.ts';
import { IMPORT_MODES, sendImport, type ImportCounts, type ImportMode } from '#cli/import/send-import.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import { createProgress, type Progress } from '#cli/io/progress.ts';
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
  readonly format?: ForcedFormat;
  readonly continue?: boolean;
  readonly rejects?: string;
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
    .addOption(
      new Option('--format <FORMAT>', 'what FILE is, where it can’t be told by itself').choices(
        IMPORT_FORMATS,
      ),
    )
    .option('--continue', 'import what is right though something else is wrong')
    .option('--rejects <FILE>', 'with --continue: write what is wrong to FILE, which can be imported again')
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
  if (options.rejects !== undefined && options.continue !== true) {
    throw new Failure(EXIT.usage, '--rejects goes with --continue: otherwise nothing is imported at all.');
  }
  const problems = new ProblemList();
  const rejectFile = options.rejects === undefined ? undefined : await openRejectFile(options.rejects);
  const reading = createImportProgress(context, options, 'Read');
  try {
    const prepared = await prepareImport(context, {
      collection,
      file,
      category: options.category,
      unpublished: options.unpublished,
      idField: options.idField,
      format: options.format,
      isContinuing: options.continue === true,
      progress: reading,
      async onRejected(rejected) {
        problems.add(rejected.problems);
        await rejectFile?.add(rejected);
      },
    }).finally(() => reading.end());
    try {
      return await sendPrepared(context, { collection, prepared, problems, rejectFile }, options);
    } finally {
      await prepared.spool.close();
    }
  } finally {
    await rejectFile?.discard();
  }
}

interface Sending {
  readonly collection: string;
  readonly prepared: PreparedImport;
  readonly problems: ProblemList;
  readonly rejectFile: RejectFile | undefined;
}

async function sendPrepared(
  context: CliContext,
  { collection, prepared, problems, rejectFile }: Sending,
  options: ImportOptions,
): Promise<CommandResult> {
  const { name, format, documents, rejected, notices, leftOut } = prepared;
  if (rejected > 0 && options.continue !== true) throw problems.toFailure(name, 'nothing was written');
  const isDryRun = options.dryRun === true;
  const progress = createImportProgress(context, options, 'Sent');
  tell(context, options, toNotes(prepared));
  const connection = await connectServer(context, options);
  const sending = { collection, mode: options.mode, isDryRun, progress };
  const counts = await sendImport(context, connection, prepared, sending).finally(() => progress.end());
  tell(context, options, [toSummary(counts, isDryRun)]);
  await rejectFile?.commit();
  const facts = { format, mode: options.mode, dryRun: isDryRun, documents, rejected, ...counts };
  const result = { command: 'import', collection, ...facts, notices, leftOut };
  if (rejected === 0) return result;
  throw problems.toFailure(
    name,
    `${countOf(rejected, 'document')} ${rejected === 1 ? 'was' : 'were'} left out`,
    {
      hint: toRejectHint(collection, options.rejects),
      result,
    },
  );
}

function createImportProgress(context: CliContext, options: ImportOptions, label: string): Progress {
  const { terminal, clock } = context;
  return createProgress({ terminal, clock, label, isQuiet: isQuiet(options) });
}

function toRejectHint(collection: string, file: string | undefined): string {
  return file === undefined
    ? 'All others are imported. With --rejects FILE what is wrong is kept to be corrected and imported again.'
    : `All others are imported. Correct what stands as raw in ${file}, then: nankeen import ${collection} ${file}`;
}

function toNotes({ format, documents, rejected, notices, leftOut }: PreparedImport): string[] {
  return [
    `${format}: ${countOf(documents, 'document')}${rejected === 0 ? ', all' : ''} in order${rejected === 0 ? '' : `, ${formatCount(rejected)} not`}.`,
    ...notices.map((notice) => `Note: ${notice}.`),
    ...(leftOut.length === 0 ? [] : ['', ...toLeftOutLines(leftOut).map((line) => `  ${line}`), '']),
  ];
}

function toSummary({ created, replaced, unchanged }: ImportCounts, isDryRun: boolean): string {
  const counts = `${formatCount(created)} created, ${formatCount(replaced)} replaced, ${formatCount(unchanged)} unchanged`;
  return isDryRun ? `Dry run, nothing was written. It would be: ${counts}` : counts;
}
