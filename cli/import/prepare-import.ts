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

/** Enough to show the first ones in the order of their lines. */
const MAX_KEPT_PROBLEMS = 1_000;

/** An input that was read and checked to its end. */
export interface PreparedImport {
  readonly format: string;
  readonly documents: number;
  /** The documents as they are sent, a line each. */
  readonly spool: Spool;
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
  let problemCount = 0;
  const report = (found: readonly ImportProblem[]) => {
    problemCount += found.length;
    if (problems.length < MAX_KEPT_PROBLEMS) problems.push(...found);
  };
  let documents = 0;
  try {
    for await (const parsed of source.documents) {
      context.interruption.throwIfAborted();
      if (parsed.kind === 'problem') {
        report([parsed.problem]);
        continue;
      }
      const checked = check.check(parsed.source);
      if (checked.kind === 'problems') {
        report(checked.problems);
        continue;
      }
      documents += 1;
      // Once something is wrong nothing will be sent.
      if (problemCount === 0) await spool.add(JSON.stringify(checked.document));
    }
    if (problemCount > 0) throw toInvalidInput(input.name, problems, problemCount);
  } catch (error) {
    await spool.close();
    throw error;
  }
  return {
    format: source.format,
    documents,
    spool,
    notices: [...source.notices, ...check.notices()],
    leftOut: [...source.leftOut, ...check.leftOut()],
  };
}

function toInvalidInput(name: string, problems: readonly ImportProblem[], count: number): Failure {
  const sorted = toSortedProblems(problems);
  return new Failure(EXIT.invalidInput, `${name} has ${countOf(count, 'problem')}, so nothing was written.`, {
    lines: toProblemLines(sorted, count),
    hint: toProblemHint(sorted),
    result: { problemCount: count, problems: sorted.slice(0, 20) },
  });
}
