import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { readSourceDocuments, type SourceOptions } from '#cli/formats/source-documents.ts';
import { openInput } from '#cli/io/input.ts';
import { countOf } from '#cli/io/numbers.ts';
import { Spool } from '#cli/io/spool.ts';
import { createImportCheck } from '#shared/import/import-check.ts';
import type { ImportProblem, LeftOut } from '#shared/import/import-problem.ts';
import { isoNow } from '#shared/kernel/clock.ts';
import { toProblemHint, toProblemLines, toSortedProblems } from './problem-report.ts';

export interface PrepareOptions extends SourceOptions {
  readonly file: string;
  readonly idField?: string | undefined;
}

/** An input that was read and checked to its end. */
export interface PreparedImport {
  readonly format: string;
  readonly documents: number;
  /** The documents as they are sent, a line each. */
  readonly spool: Spool;
  /** Ids of documents whose `createdAt` is only this import's time. */
  readonly newlyDated: ReadonlySet<string>;
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reads the whole input before anything is sent.
 * @throws Failure with all problems when there is any.
 */
export async function prepareImport(context: CliContext, options: PrepareOptions): Promise<PreparedImport> {
  const input = await openInput(options.file, context);
  const source = await readSourceDocuments(input, options);
  const check = createImportCheck({
    collection: options.collection,
    idField: options.idField,
    createdAt: isoNow(context.clock),
    createId: context.createId,
  });
  const spool = await Spool.create();
  const problems: ImportProblem[] = [];
  const newlyDated = new Set<string>();
  let documents = 0;
  try {
    for await (const parsed of source.documents) {
      context.interruption.throwIfAborted();
      if (parsed.kind === 'problem') {
        problems.push(parsed.problem);
        continue;
      }
      const checked = check.check(parsed.source);
      if (checked.kind === 'problems') {
        problems.push(...checked.problems);
        continue;
      }
      const { id, document, isCreatedAtFilled } = checked.ready;
      if (isCreatedAtFilled) newlyDated.add(id);
      documents += 1;
      // Once something is wrong nothing will be sent.
      if (problems.length === 0) await spool.add(JSON.stringify(document));
    }
    if (problems.length > 0) throw toInvalidInput(input.name, problems);
  } catch (error) {
    await spool.close();
    throw error;
  }
  return {
    format: source.format,
    documents,
    spool,
    newlyDated,
    notices: [...source.notices, ...check.notices()],
    leftOut: [...source.leftOut, ...check.leftOut()],
  };
}

function toInvalidInput(name: string, problems: readonly ImportProblem[]): Failure {
  const sorted = toSortedProblems(problems);
  return new Failure(
    EXIT.invalidInput,
    `${name} has ${countOf(problems.length, 'problem')}, so nothing was written.`,
    {
      lines: toProblemLines(sorted),
      hint: toProblemHint(sorted),
      result: { problemCount: problems.length, problems: sorted.slice(0, 20) },
    },
  );
}
