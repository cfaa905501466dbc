import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { toProblemLines } from './plan-report.ts';

/** Why nothing is begun: documents that the plan would reject. */
export function toRefused(plan: Plan): Failure {
  const codes = new Set(plan.problems.map(({ code }) => code));
  const isConflict = codes.has('collision') || codes.has('already-exists');
  const hints = [
    ...(codes.has('collision') ? ['--on-collision says what becomes of names that are there already.'] : []),
    ...(codes.has('already-exists')
      ? ['--on-conflict says what becomes of ids that are there already.']
      : []),
  ];
  return new Failure(
    isConflict ? EXIT.conflict : EXIT.invalidInput,
    `${countOf(plan.counts.reject, 'document')} would be rejected, so nothing was written.`,
    {
      lines: toProblemLines(plan.problems, plan.problemCount),
      hint: hints.length === 0 ? undefined : hints.join('\n'),
      result: { plan },
    },
  );
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
