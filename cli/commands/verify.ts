import type { Command } from 'commander';
import { compareSides, type Comparison, type DocumentDifference } from '#cli/compare/compare-sides.ts';
import { readCollectionSide, readFileSide } from '#cli/compare/sides.ts';
import { checkFile } from '#cli/import/checked-file.ts';
import { addParseOptions, toParseSpec, type ParseOptions } from '#cli/import/parse-options.ts';
import type { KeyedDocument } from '#cli/compare/keyed-document.ts';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import { createProgress, type Progress } from '#cli/io/progress.ts';
import { connectForFiles, connectToRead, type ServerConnection } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { explain } from './command-help.ts';
import { isQuiet, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { parseLimit } from './option-values.ts';

interface VerifyOptions extends GlobalOptions, ParseOptions {
  readonly limit: number;
}

const NOTES = `
A and B are collections, or files in any format of \`nankeen import\` and with the same
options. An argument with a dot or slash, or -, is a file. The order of fields is ignored.

Exit codes: 0 equal, 3 no such collection, 4 a file contains invalid documents or has no
ids, 9 differences found, 11 file not readable.`;

export const addVerifyCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('verify')
    .summary('compare two collections, or a collection and a file')
    .description(
      'Compares the documents of A and B by count and checksum, and lists the ids and fields that differ.',
    )
    .argument('<A>', 'collection or file')
    .argument('<B>', 'collection or file')
    .option('--limit <N>', 'maximum number of differences to list', parseLimit, 100);
  addParseOptions(command).action(async (a: string, b: string, _local: unknown, self: Command) => {
    run(await verify(context, [a, b], self.optsWithGlobals<VerifyOptions>()));
  });
  const examples = [
    'nankeen verify products products',
    { line: 'nankeen verify products no-such-file.ndjson', exitCode: EXIT.localIo },
    { line: 'nankeen verify products contacts --limit 5', exitCode: EXIT.differences },
  ];
  explain(command, examples, NOTES);
};

async function verify(
  context: CliContext,
  names: readonly [a: string, b: string],
  options: VerifyOptions,
): Promise<CommandResult> {
  const { terminal, clock } = context;
  const [a, b] = names;
  if (a === '-' && b === '-') throw new Failure(EXIT.usage, 'Only one side can be standard input.');
  const collection = names.find((name) => !isFile(name)) ?? 'documents';
  const settings = { collection, ...toParseSpec(collection, options) };
  const connection = await (names.every(isFile) ? connectForFiles : connectToRead)(context, options);
  const progress = createProgress({ terminal, clock, label: 'Compared', isQuiet: isQuiet(options) });
  const reading = { context, connection, settings, progress };
  const comparison = await withSide(a, reading, (left) =>
    withSide(b, reading, (right) =>
      compareSides(left.documents, right.documents, {
        maxDifferences: options.limit,
        // A file without createdAt: an import would keep the collection's values.
        isIgnored: (path, one, other) =>
          path === 'createdAt' && (isFilledIn(one, left) || isFilledIn(other, right)),
        onDocument: (documents) => progress.report({ documents }),
      }),
    ),
  ).finally(() => progress.end());
  const isSame = comparison.onlyInA + comparison.onlyInB + comparison.different === 0;
  const result = { command: 'verify', sides: names, same: isSame, ...comparison };
  if (options.json !== true) terminal.out.write(`${toLines(names, comparison).join('\n')}\n`);
  if (isSame) return result;
  throw new Failure(EXIT.differences, toSummary(names, comparison), { result });
}

function isFile(name: string): boolean {
  return findCollectionNameProblem(name) !== undefined;
}

interface SideReading {
  readonly context: CliContext;
  readonly connection: ServerConnection;
  readonly settings: Partial<ImportJobSpec>;
  readonly progress: Progress;
}

interface Side {
  readonly documents: AsyncIterable<KeyedDocument>;
  /** The value filled in for documents of a file that lack createdAt. */
  readonly createdAt?: string | undefined;
}

function isFilledIn(document: Readonly<Record<string, unknown>>, { createdAt }: Side): boolean {
  return createdAt !== undefined && document['createdAt'] === createdAt;
}

/** Keeps an uploaded file on the server until `handle` resolves. */
async function withSide<Result>(
  name: string,
  { context, connection, settings, progress }: SideReading,
  handle: (side: Side) => Promise<Result>,
): Promise<Result> {
  if (!isFile(name)) return handle({ documents: readCollectionSide(context, connection, name) });
  return checkFile(context, connection, { file: name, settings, progress }, (checked) =>
    handle({ documents: readFileSide(connection, checked), createdAt: checked.report.createdAt }),
  );
}

function toLines([nameA, nameB]: readonly [string, string], { a, b, differences }: Comparison): string[] {
  return [
    ...toTextTable(
      [{ title: '' }, { title: 'documents', isNumber: true }, { title: 'sha256' }],
      [
        [toPrintable(nameA), formatCount(a.documents), a.sha256],
        [toPrintable(nameB), formatCount(b.documents), b.sha256],
      ],
    ),
    ...(differences.length === 0 ? [] : ['']),
    ...differences.map((difference) => toDifferenceLine(difference, { a: nameA, b: nameB })),
  ];
}

function toDifferenceLine(
  { id, kind, paths }: DocumentDifference,
  names: { readonly a: string; readonly b: string },
): string {
  if (kind === 'different') return toPrintable(`different: ${id}  ${paths.join(', ')}`);
  return toPrintable(`only in ${kind === 'only-in-a' ? names.a : names.b}: ${id}`);
}

function toSummary([a, b]: readonly [string, string], comparison: Comparison): string {
  const { onlyInA, onlyInB, different } = comparison;
  const facts = [
    ...(onlyInA > 0 ? [`${countOf(onlyInA, 'document')} only in ${a}`] : []),
    ...(onlyInB > 0 ? [`${countOf(onlyInB, 'document')} only in ${b}`] : []),
    ...(different > 0 ? [`${countOf(different, 'document')} different`] : []),
  ];
  return `${a} and ${b} differ: ${facts.join(', ')}.`;
}
