import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { countOf } from '#cli/io/numbers.ts';
import { toProblemHint, toProblemLines, toSortedProblems } from './problem-report.ts';

/** Enough to show the first ones in the order of their lines. */
const MAX_KEPT = 1_000;
const MAX_IN_RESULT = 20;

/** The problems of an input; of very many the first. */
export class ProblemList {
  private readonly problems: ImportProblem[] = [];
  count = 0;
  private isConflict = true;

  add(problems: readonly ImportProblem[]): void {
    this.count += problems.length;
    this.isConflict &&= problems.every(({ code }) => code === 'already-exists');
    if (this.problems.length < MAX_KEPT) this.problems.push(...problems);
  }

  /** Ends a command with exit code 4, or 5 when ids that are taken are all that is wrong, and all of them. `outcome`: what became of everything else, e.g. `nothing was written`. */
  toFailure(
    name: string,
    outcome: string,
    details: { readonly hint?: string; readonly result?: object } = {},
  ): Failure {
    const sorted = toSortedProblems(this.problems);
    const hints = [toProblemHint(sorted), details.hint].filter((hint) => hint !== undefined);
    return new Failure(
      this.isConflict ? EXIT.conflict : EXIT.invalidInput,
      `${name} has ${countOf(this.count, 'problem')}, so ${outcome}.`,
      {
        lines: toProblemLines(sorted, this.count),
        hint: hints.length === 0 ? undefined : hints.join('\n'),
        result: { problemCount: this.count, problems: sorted.slice(0, MAX_IN_RESULT), ...details.result },
      },
    );
  }
}
