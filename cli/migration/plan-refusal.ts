import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Plan, PlanProblem } from '#shared/migration/plan.ts';
import { toProblemLines } from './plan-report.ts';

/** Options that cure problems, by their codes. */
const HINTS: Readonly<Record<string, string>> = {
  collision: '--on-collision says what becomes of names that are there already.',
  'already-exists': '--on-conflict says what becomes of ids that are there already.',
  'unknown-category':
    '--category drones, batteries or propellers: names one for products whose own can’t be told.',
  unpublished: '--unpublished import or skip: says what becomes of products that are not published.',
};
const SHOWN_IN_RESULT = 20;

function toHint(problems: readonly PlanProblem[], more?: string): string | undefined {
  const codes = problems.map(({ code, path }) => (path === 'productCategory' ? 'unknown-category' : code));
  const hints = [...[...new Set(codes)].map((code) => HINTS[code]), more].filter(
    (hint) => hint !== undefined,
  );
  return hints.length === 0 ? undefined : hints.join('\n');
}

interface FoundProblems {
  /** The first ones. */
  readonly problems: readonly PlanProblem[];
  readonly problemCount: number;
}

/** What is wrong with a file: exit 4, or 5 when ids that are taken are all that is wrong. @param outcome as `nothing was written` */
export function toFileFailure(
  { problems, problemCount }: FoundProblems,
  { name, outcome }: { readonly name: string; readonly outcome: string },
  details: { readonly hint?: string; readonly result?: object } = {},
): Failure {
  const isConflict = problems.length > 0 && problems.every(({ code }) => code === 'already-exists');
  const [only] = problemCount === 1 ? problems : [];
  const isWholeFile = only !== undefined && only.line === undefined && only.id === '' && only.path === '';
  return new Failure(
    isConflict ? EXIT.conflict : EXIT.invalidInput,
    isWholeFile
      ? `${only.message} ${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}.`
      : `${name} has ${countOf(problemCount, 'problem')}, so ${outcome}.`,
    {
      lines: isWholeFile ? [] : toProblemLines(problems, problemCount, { showsCodes: true }),
      hint: toHint(problems, details.hint),
      result: { problemCount, problems: problems.slice(0, SHOWN_IN_RESULT), ...details.result },
    },
  );
}

/** Why nothing is begun: documents that the plan would reject. */
export function toPlanRejection(plan: Plan): Failure {
  const codes = new Set(plan.problems.map(({ code }) => code));
  const isConflict = codes.has('collision') || codes.has('already-exists');
  return new Failure(
    isConflict ? EXIT.conflict : EXIT.invalidInput,
    `${countOf(plan.counts.reject, 'document')} would be rejected, so nothing was written.`,
    {
      lines: toProblemLines(plan.problems, plan.problemCount),
      hint: toHint(plan.problems),
      result: { plan },
    },
  );
}

/** Every document that a job wrote was changed since. */
export function toNothingUndone(plan: Plan): Failure {
  const left = countOf(plan.counts.skip, 'document');
  return new Failure(EXIT.conflict, `Nothing was undone: ${left} changed since, and left as they are.`, {
    hint: 'Undo the job that changed them first: `nankeen jobs` lists it, `nankeen history` shows who wrote what.',
    result: { plan },
  });
}

/**
 * Makes sure that documents have the fields that are named: a mistyped name would look like success. One that was
 * renamed before is no mistake. @throws Failure `notFound`
 */
export function requireFields(plan: Plan, spec: JobSpec): void {
  if (plan.documents === 0 || (spec.kind !== 'copy' && spec.kind !== 'rename')) return;
  const collection = spec.kind === 'copy' ? spec.source : spec.collection;
  const missing = (plan.absentFields ?? []).filter(({ hasNewName }) => !hasNewName);
  const isFinding = spec.rename?.rules.some(({ kind }) => kind === 'find') ?? false;
  const [first] = missing;
  const fault = first
    ? `has a field "${first.path}"`
    : isFinding && plan.renamed.length === 0
      ? 'has a field name that matches --find'
      : undefined;
  if (fault === undefined) return;
  throw new Failure(EXIT.notFound, `No document of "${collection}" ${fault}. Nothing was written.`, {
    hint: `See the fields with: nankeen fields ${collection}`,
    result: { plan },
  });
}

/** @param error with which the server refused to begin */
export function toStale(error: unknown): Failure {
  const failure = toFailure(error);
  if (failure.exitCode !== EXIT.conflict) return failure;
  return new Failure(EXIT.conflict, failure.message, {
    hint: 'Nothing was written. Run the same command again: it plans anew.',
    result: failure.result,
    cause: failure,
  });
}
