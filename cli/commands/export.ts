import { Option, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { exportCollection } from '#cli/export/export-collection.ts';
import { openFolder, toSingleFile } from '#cli/export/export-files.ts';
import { toManifest, type ExportedFile } from '#cli/export/manifest.ts';
import { EXPORT_FORMATS } from '#cli/export/export-format.ts';
import { Failure } from '#cli/failure.ts';
import { countOf, formatBytes } from '#cli/io/numbers.ts';
import { countCollection, requireCollection } from '#cli/io/collection-exists.ts';
import { createProgress } from '#cli/io/progress.ts';
import { connectToRead, type ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { explain } from './command-help.ts';
import { isQuiet, requireCollectionName, printNote, type CommandResult } from './command-settings.ts';
import { toExportPlan, type ExportOptions, type ExportPlan } from './export-plan.ts';

export function addExportCommand(
  program: Command,
  run: (result: CommandResult) => void,
  context: CliContext,
): void {
  const command = program
    .command('export')
    .summary('write the documents of collections to files')
    .description(
      'Writes all documents of a COLLECTION to a file or to standard output. Several collections go to a folder.',
    )
    .argument('[COLLECTION...]', 'names of collections, e.g. products')
    .option('--all', 'export all collections, to a folder')
    .option('-o, --output <FILE>', 'file, or folder for several collections; - for standard output', '-')
    .addOption(
      new Option('--format <FORMAT>', 'format (default: by the extension of FILE, otherwise ndjson)').choices(
        EXPORT_FORMATS,
      ),
    )
    .option('--gzip', 'compress with gzip; always on when FILE ends with .gz')
    .option(
      '--since <TIME>',
      'only documents changed at this time or later, e.g. 2026-03-02T09:00:00Z; deletions only with --envelope',
    )
    .option('--envelope', 'add who changed each document and when, and include deleted documents')
    .option('--with-history', 'write all earlier states after each document')
    .action(async (collections: string[], _local: unknown, command: Command) => {
      run(await exportDocuments(context, collections, command.optsWithGlobals<ExportOptions>()));
    });
  explain(command, EXPORT_EXAMPLES, EXPORT_NOTES);
}

async function exportDocuments(
  context: CliContext,
  named: readonly string[],
  options: ExportOptions,
): Promise<CommandResult> {
  for (const name of named) requireCollectionName(name);
  const plan = toExportPlan(named, options);
  if (plan.isGzip && options.output === '-' && context.terminal.isOutTerminal) {
    throw new Failure(EXIT.usage, "A terminal can't show compressed data. Name a file with -o FILE.");
  }
  const connection = await connectToRead(context, options);
  const collections = options.all === true ? await readNames(connection) : [...new Set(named)];
  // With --all, the names come from the server and become file names.
  collections.forEach(requireCollectionName);
  const isWatched = context.terminal.isInteractive && !isQuiet(options);
  const totals = new Map<string, number>();
  for (const name of isWatched ? collections : []) {
    totals.set(name, (await countCollection(connection, name)).documents);
  }
  const written = await writeFiles(context, connection, { options, plan, collections, totals });
  const sum = (key: 'documents' | 'bytes') => written.files.reduce((total, file) => total + file[key], 0);
  const [documents, bytes] = [sum('documents'), sum('bytes')];
  const target = plan.isFolder
    ? `${countOf(written.files.length, 'file')} in ${options.output}`
    : options.output === '-'
      ? 'standard output'
      : options.output;
  printNote(context, options, [`${countOf(documents, 'document')}, ${formatBytes(bytes)}, to ${target}`]);
  if (plan.query.since !== undefined && plan.query.withEnvelope !== true)
    printNote(context, options, [
      'Documents deleted since then are not included; add --envelope to include them.',
    ]);
  return { command: 'export', format: plan.format, documents, bytes, ...written };
}

interface Writing {
  readonly options: ExportOptions;
  readonly plan: ExportPlan;
  readonly collections: readonly string[];
  readonly totals: ReadonlyMap<string, number>;
}

async function writeFiles(
  context: CliContext,
  connection: ServerConnection,
  { options, plan, collections, totals }: Writing,
): Promise<{ readonly files: readonly ExportedFile[]; readonly manifest: string | null }> {
  const { terminal, clock } = context;
  const target = plan.isFolder
    ? await openFolder(options.output, plan)
    : toSingleFile(options.output, terminal);
  const files: ExportedFile[] = [];
  try {
    for (const collection of collections) {
      const label = collections.length === 1 ? 'Received' : `Received of ${collection}`;
      const progress = createProgress({ terminal, clock, label, isQuiet: isQuiet(options) });
      const { file, output } = await target.open(collection);
      const total = plan.query.since === undefined ? totals.get(collection) : undefined;
      const exporting = { ...plan, collection, total, progress };
      const facts = await exportCollection(context, connection, exporting, output).finally(() =>
        progress.end(),
      );
      if (facts.documents === 0 && plan.query.since === undefined)
        await requireCollection(connection, collection);
      files.push({ collection, file, ...facts });
    }
    if (target.manifest !== undefined) {
      const manifest = await target.openManifest();
      await manifest.write(Buffer.from(toManifest(files, plan)));
    }
    await target.commit();
  } catch (error) {
    await target.discard();
    throw error;
  }
  return { files, manifest: target.manifest ?? null };
}

async function readNames(connection: ServerConnection): Promise<readonly string[]> {
  const { collections } = await connection.call(ADMIN_ROUTES.collectionNames);
  return collections.map(({ name }) => name);
}

const EXPORT_EXAMPLES = [
  'nankeen export products -o products.ndjson',
  'nankeen export products -o products.csv',
  'nankeen export products contacts -o shop',
  'nankeen export --all --gzip -o everything',
  'nankeen export products --envelope --with-history -o products-history.ndjson',
  'nankeen export products --since 2026-03-02T09:00:00+11:00',
  'nankeen export contacts --format json | less',
];

/** Formats and guarantees, below the options. */
const EXPORT_NOTES = `
Formats: ndjson, one document per line; json, an array; csv, a table; firestore, a page of
Firestore's REST API (v1), {"documents":[{"name":…,"fields":{…}}]} with typed values.
The extension selects the format: .ndjson, .jsonl, .json, .csv, .firestore.json, each also
with .gz. Any other extension needs --format.

Documents are ordered by id, without writeId and sync. As long as the data does not change,
the same command writes the same bytes, with gzip too. A file is replaced only after
everything has arrived. Next to it, FILE.manifest.json (in a folder, manifest.json) records
the number of documents and the sha256. Only you can read a new file; a replaced file keeps
its permissions. Symbolic links are not followed.

--envelope writes __id__, __sequence__, __writeId__, __updatedAt__, __updatedBy__ and
__deleted__ before a document's own fields; no field can have these names. --with-history
writes a line {"__history__":{…}} for each state after the document, newest first. An import
reads the documents of such files and ignores the rest.

In a CSV, a field that is not text in every document is JSON, in a column called name:json.
Text and column names that a spreadsheet would run as a formula start with an apostrophe. An
import of the table reverses both.

A file or pipe gets every byte unchanged. On a terminal, control characters in documents are
shown as escapes such as \\u001b.

Exit codes: 0 done, 2 invalid combination of options, 3 no such collection, 6 token
refused, 7 server unreachable or connection lost, 11 file not writable.`;
