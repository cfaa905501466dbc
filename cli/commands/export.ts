import { Option, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { ENCODERS, EXPORT_FORMATS, toExportFormat, type ExportFormat } from '#cli/formats/export-format.ts';
import { streamDocuments } from '#cli/io/document-stream.ts';
import { countOf, formatBytes } from '#cli/io/numbers.ts';
import { createStreamOutput, openFileOutput } from '#cli/io/output.ts';
import { createProgress } from '#cli/io/progress.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { explain } from './command-help.ts';
import {
  isQuiet,
  requireCollectionName,
  tell,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';

const EXPORT_NOTES = `
Documents come ordered by id, without writeId and sync; an unchanged collection gives
the same bytes again. FILE is replaced only when everything has arrived.
In a CSV, fields that aren't text everywhere are JSON, in columns called name:json;
texts that a spreadsheet would run as a formula begin with an apostrophe. Importing
the table undoes both.

Exit codes: 0 done, 3 no such collection, 6 token refused, 7 server not reached or
broken off, 11 file not writable.`;

export interface ExportOptions extends GlobalOptions {
  readonly output: string;
  readonly format?: ExportFormat;
}

export function addExportCommand(
  program: Command,
  run: (result: CommandResult) => void,
  context: CliContext,
): void {
  const command = program
    .command('export')
    .summary('write the documents of a collection to a file')
    .description('Writes all documents of COLLECTION to a file or to standard output.')
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .option('-o, --output <FILE>', 'file to write; - for standard output', '-')
    .addOption(
      new Option('--format <FORMAT>', 'otherwise by the extension of FILE, otherwise ndjson').choices(
        EXPORT_FORMATS,
      ),
    )
    .action(async (collection: string, _local: unknown, command: Command) => {
      run(await exportDocuments(context, collection, command.optsWithGlobals<ExportOptions>()));
    });
  const examples = [
    'nankeen export products -o products.ndjson',
    'nankeen export products -o products.csv',
    'nankeen export contacts --format json | less',
  ];
  explain(command, examples, EXPORT_NOTES);
}

async function exportDocuments(
  context: CliContext,
  collection: string,
  options: ExportOptions,
): Promise<CommandResult> {
  requireCollectionName(collection);
  const file = options.output;
  if (file === '-' && options.json === true) {
    throw new Failure(
      EXIT.usage,
      'With --json the result goes to standard output, so the documents need -o FILE.',
    );
  }
  const format = options.format ?? toExportFormat(file);
  const connection = await connectServer(context, options);
  const progress = createProgress({
    terminal: context.terminal,
    clock: context.clock,
    label: 'Received',
    isQuiet: isQuiet(options),
  });
  const output = file === '-' ? createStreamOutput(context.terminal.out) : await openFileOutput(file);
  let documents = 0;
  let bytes = 0;

  async function* counted(): AsyncGenerator<Buffer> {
    for await (const document of streamDocuments(connection, collection, context)) {
      documents += 1;
      progress.report({ documents });
      yield document;
    }
  }

  try {
    for await (const piece of ENCODERS[format](counted())) {
      context.interruption.throwIfAborted();
      bytes += piece.length;
      await output.write(piece);
    }
    await output.commit();
  } catch (error) {
    await output.discard();
    throw error;
  } finally {
    progress.end();
  }
  const target = file === '-' ? 'standard output' : file;
  tell(context, options, [`${countOf(documents, 'document')}, ${formatBytes(bytes)}, to ${target}`]);
  return { command: 'export', collection, format, file, documents, bytes };
}
