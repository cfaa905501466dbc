import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { checkFile } from '#cli/import/checked-file.ts';
import { addParseOptions, toParseSpec, type ParseOptions } from '#cli/import/parse-options.ts';
import { streamDocuments } from '#cli/io/document-stream.ts';
import { requireCollection } from '#cli/io/collection-exists.ts';
import { countOf } from '#cli/io/numbers.ts';
import { createProgress, type Progress } from '#cli/io/progress.ts';
import { connectForFiles, connectToRead } from '#cli/io/server-connection.ts';
import { toFileFailure } from '#cli/migration/plan-refusal.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import type { PlanProblem } from '#shared/migration/plan.ts';
import { explain } from './command-help.ts';
import {
  isQuiet,
  requireCollectionName,
  printNote,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';

interface ValidateOptions extends GlobalOptions, ParseOptions {
  readonly as?: string;
}

const NOTES = `
An argument with a dot or slash, or -, is a file, in any format of \`nankeen import\` and with
the same options. A temporary server without data reads the file, unless --server or --db
is set. Nothing is written.

Exit codes: 0 all valid, 3 no such collection, 4 problems found, listed with line, byte, id,
path and code, 11 file not readable.`;

export const addValidateCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('validate')
    .summary('check a collection or a file against the document rules')
    .description(
      'Checks the documents of a collection or a file: against the rules for all documents and, for the shop’s own collections, against their schema.',
    )
    .argument('<COLLECTION|FILE>', 'collection or file')
    .option('--as <COLLECTION>', 'check a file for an import into COLLECTION');
  addParseOptions(command).action(async (name: string, _local: unknown, self: Command) => {
    run(await validate(context, name, self.optsWithGlobals<ValidateOptions>()));
  });
  const examples = [
    'nankeen validate products',
    'nankeen validate shopify-export.csv --as products --category drones',
    { line: 'nankeen validate no-such-file.ndjson --as products', exitCode: EXIT.localIo },
  ];
  explain(command, examples, NOTES);
};

async function validate(context: CliContext, name: string, options: ValidateOptions): Promise<CommandResult> {
  const isFile = findCollectionNameProblem(name) !== undefined;
  const parseSpec = toParseSpec(options.as ?? 'documents', options);
  if (!isFile && (options.as !== undefined || Object.keys(parseSpec).length > 0)) {
    throw new Failure(EXIT.usage, '--as and the options for reading a file apply only to files.');
  }
  if (options.as !== undefined) requireCollectionName(options.as);
  const { terminal, clock } = context;
  const progress = createProgress({ terminal, clock, label: 'Checked', isQuiet: isQuiet(options) });
  const checking = { name, options, progress };
  const { documents, ...found } = await (
    isFile ? validateFile(context, checking) : validateCollection(context, checking)
  ).finally(() => progress.end());
  if (found.problemCount > 0) {
    const place = { name: name === '-' ? 'Standard input' : name, outcome: 'it breaks the document rules' };
    throw toFileFailure(found, place, { result: { command: 'validate', documents } });
  }
  printNote(context, options, [`${countOf(documents, 'document')}, all valid.`]);
  return { command: 'validate', name, documents, problemCount: 0 };
}

interface Checking {
  readonly name: string;
  readonly options: ValidateOptions;
  readonly progress: Progress;
}

interface Found {
  readonly documents: number;
  /** The first ones. */
  readonly problems: readonly PlanProblem[];
  readonly problemCount: number;
}

async function validateFile(context: CliContext, { name, options, progress }: Checking): Promise<Found> {
  const collection = options.as ?? 'documents';
  const settings = { collection, ...toParseSpec(collection, options) };
  const connection = await connectForFiles(context, options);
  return checkFile(context, connection, { file: name, settings, progress }, ({ plan }) => plan);
}

/** Only the first problems are kept; all are counted. */
const MAX_PROBLEMS = 1000;

async function validateCollection(
  context: CliContext,
  { name, options, progress }: Checking,
): Promise<Found> {
  const connection = await connectToRead(context, options);
  const problems: PlanProblem[] = [];
  let problemCount = 0;
  let documents = 0;
  for await (const bytes of streamDocuments(connection, name, context)) {
    documents += 1;
    progress.report({ documents });
    const document = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;
    const issues = validateDocument(name, document);
    problemCount += issues.length;
    const room = MAX_PROBLEMS - problems.length;
    problems.push(...issues.slice(0, room).map((issue) => ({ ...issue, id: String(document['FBUID']) })));
  }
  if (documents === 0) await requireCollection(connection, name);
  return { documents, problems, problemCount };
}
