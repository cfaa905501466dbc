import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { checkInput } from '#cli/import/prepare-import.ts';
import { ProblemList } from '#cli/import/problem-list.ts';
import { streamDocuments } from '#cli/io/document-stream.ts';
import { requireKnown } from '#cli/io/known-collection.ts';
import { countOf } from '#cli/io/numbers.ts';
import { createProgress, type Progress } from '#cli/io/progress.ts';
import { connectToRead } from '#cli/io/server-connection.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { explain } from './command-help.ts';
import {
  isQuiet,
  requireCollectionName,
  tell,
  type AddCommand,
  type CommandResult,
  type GlobalOptions,
} from './command-settings.ts';

interface ValidateOptions extends GlobalOptions {
  readonly as?: string;
}

const NOTES = `
What has a dot or slash in its name, or is -, is a file, of any format that
\`nankeen import\` reads. Nothing is written anywhere.

Exit codes: 0 all in order, 3 no such collection, 4 something is wrong: its line and byte,
id, path and code are listed, 11 file not readable.`;

export const addValidateCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('validate')
    .summary('hold a collection or a file to the document rules')
    .description(
      'Checks the documents of a collection or a file: the rules of all documents and, of the product’s own collections, their schema.',
    )
    .argument('<COLLECTION|FILE>', 'collection or file')
    .option('--as <COLLECTION>', 'check a file as if it were imported into COLLECTION')
    .action(async (name: string, _local: unknown, self: Command) => {
      run(await validate(context, name, self.optsWithGlobals<ValidateOptions>()));
    });
  const examples = [
    'nankeen validate products',
    { line: 'nankeen validate no-such-file.ndjson --as products', exitCode: EXIT.localIo },
  ];
  explain(command, examples, NOTES);
};

async function validate(context: CliContext, name: string, options: ValidateOptions): Promise<CommandResult> {
  const isFile = findCollectionNameProblem(name) !== undefined;
  if (!isFile && options.as !== undefined) throw new Failure(EXIT.usage, '--as is for files.');
  if (options.as !== undefined) requireCollectionName(options.as);
  const { terminal, clock } = context;
  const progress = createProgress({ terminal, clock, label: 'Checked', isQuiet: isQuiet(options) });
  const problems = new ProblemList();
  const checking = { name, options, progress, problems };
  const documents = await (
    isFile ? validateFile(context, checking) : validateCollection(context, checking)
  ).finally(() => progress.end());
  if (problems.count > 0) {
    const place = name === '-' ? 'Standard input' : name;
    throw problems.toFailure(place, 'not all of it keeps the rules', {
      result: { command: 'validate', documents },
    });
  }
  tell(context, options, [`${countOf(documents, 'document')}, all in order.`]);
  return { command: 'validate', name, documents, problemCount: 0 };
}

interface Checking {
  readonly name: string;
  readonly options: ValidateOptions;
  readonly progress: Progress;
  readonly problems: ProblemList;
}

async function validateFile(
  context: CliContext,
  { name, options, progress, problems }: Checking,
): Promise<number> {
  const { documents, rejected } = await checkInput(context, {
    file: name,
    collection: options.as ?? 'documents',
    progress,
    isContinuing: false,
    onRejected: (found) => problems.add(found.problems),
  });
  return documents + rejected;
}

async function validateCollection(
  context: CliContext,
  { name, options, progress, problems }: Checking,
): Promise<number> {
  const connection = await connectToRead(context, options);
  let documents = 0;
  for await (const bytes of streamDocuments(connection, name, context)) {
    documents += 1;
    progress.report({ documents });
    const document = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;
    const issues = validateDocument(name, document);
    problems.add(issues.map((issue) => ({ ...issue, line: 0, id: String(document['FBUID']) })));
  }
  if (documents === 0) await requireKnown(connection, name);
  return documents;
}
