import { AppError } from '#shared/kernel/app-error.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import type { Plan } from '#shared/migration/plan.ts';

const NAMED = 3;

/**
 * Allows a job only if it can write everything. An undo writes what it can and lists the rest.
 * @throws AppError `aborted` for an outdated plan, `failed-precondition` for documents that would be rejected
 */
export function assertMayBegin(plan: Plan, request: StartJob): void {
  const { spec, planHash } = request;
  if (planHash !== undefined && planHash !== plan.hash) {
    const message = 'The data have changed since the plan was made. Nothing was written; look at a new plan.';
    throw new AppError('aborted', message, { reason: 'PLAN_OUT_OF_DATE' });
  }
  const { reject } = plan.counts;
  if (reject === 0 || request.continue || spec.kind === 'undo') return;
  const named = plan.problems.slice(0, NAMED).map(({ id, path, message }) => {
    const place = path === '' ? `"${id}"` : `"${id}" at ${path}`;
    return `${place}: ${message}`;
  });
  const more = plan.problemCount > named.length ? ` and ${plan.problemCount - named.length} more` : '';
  const count = reject === 1 ? '1 document can’t' : `${reject} documents can’t`;
  throw new AppError(
    'failed-precondition',
    `${count} be written, so nothing was. ${named.join(' ')}${more === '' ? '' : ` …${more}.`} The plan lists them.`,
    { reason: 'PLAN_HAS_PROBLEMS', path: plan.problems[0]?.path },
  );
}
