import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Plan, PlanProblem } from '#shared/migration/plan.ts';
import { toProblemLines } from './plan-report.ts';

/** Options that solve a problem, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  collision: '--on-collision chooses what to do when the new name exists.',
  'already-exists': '--on-conflict chooses what to do when the id exists.',
  'unknown-category':
    '--category drones, batteries or propellers sets one for products without a recognizable category.',
  unpublished: '--unpublished import or skip chooses what to do with products that are not published.',
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

/** Problems of a file: exit 4, or 5 when all of them are existing ids. @param outcome e.g. `nothing was written` */
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

/** The plan rejects documents, so no job is started. */
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

/** Every document of the job changed since. */
export function toNothingUndone(plan: Plan): Failure {
  const skipped = countOf(plan.counts.skip, 'document');
  return new Failure(EXIT.conflict, `Nothing was undone: ${skipped} changed since the job.`, {
    hint: 'First undo the job that changed them: `nankeen jobs` lists the jobs, `nankeen history` shows the writes of a document.',
    result: { plan },
  });
}

/**
 * Checks that documents have the named fields: a mistyped name would look like success. Fields that already have their
 * new name are fine.
 * @throws Failure `notFound`
 */
export function requireFields(plan: Plan, spec: JobSpec): void {
  if (plan.documents === 0 || (spec.kind !== 'copy' && spec.kind !== 'rename')) return;
  const collection = spec.kind === 'copy' ? spec.source : spec.collection;
  const missing = (plan.absentFields ?? []).filter(({ hasNewName }) => !hasNewName);
  const isFinding = spec.rename?.rules.some(({ kind }) => kind === 'find') ?? false;
  const [first] = missing;
  const missingText = first
    ? `has a field "${first.path}"`
    : isFinding && plan.renamed.length === 0
      ? 'has a field name that matches --find'
      : undefined;
  if (missingText === undefined) return;
  throw new Failure(EXIT.notFound, `No document of "${collection}" ${missingText}. Nothing was written.`, {
    hint: `List the fields with: nankeen fields ${collection}`,
    result: { plan },
  });
}

/** @param error with which the server refused to start the job */
export function toPlanOutdated(error: unknown): Failure {
  const failure = toFailure(error);
  if (failure.exitCode !== EXIT.conflict) return failure;
  return new Failure(EXIT.conflict, failure.message, {
    hint: 'Nothing was written. Run the same command again to make a new plan.',
    result: failure.result,
    cause: failure,
  });
}
