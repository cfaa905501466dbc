import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { NO_COUNTS } from '#shared/migration/plan-accumulator.ts';
import type { Plan, PlanCounts, PlanProblem } from '#shared/migration/plan.ts';
import type { CheckedFile, ImportFiles } from './import-files.ts';
import { withoutHold } from './job-holds.ts';
import { importWork } from './import-work.ts';
import type { JobProgress, JobRecord } from './job-store.ts';
import { makePlan } from './make-plan.ts';
import { changeOwn, runJob, type JobParts } from './run-job.ts';
import type { Work } from './work.ts';

const MAX_PROBLEMS = 1000;

export interface ImportParts extends JobParts {
  readonly files: ImportFiles;
}

/**
 * Reads and checks the file, plans what to write, then writes it. Unless `continue` is set, a document that can't be
 * imported ends the job before anything is written. A job that has begun to write continues where it was.
 */
export async function runImport(id: string, spec: ImportJobSpec, parts: ImportParts): Promise<void> {
  const { store, holds, files, signal } = parts;
  let file: CheckedFile;
  let work: Work;
  try {
    file = await files.check(spec, signal);
    work = importWork(file, spec, (rejected) => files.addRejects(spec, rejected));
  } catch (error) {
    const problem = toFileProblem(error);
    if (!problem) throw error;
    const at = utcIso(parts.clock.now());
    await changeOwn(id, parts, (before) => toUnreadable(before, problem, at));
    return;
  }
  const job = await changeOwn(id, parts, (before) => toRead(before, file));
  if (!holds.isOwn(job)) return;
  if (job.cursor === '' && spec.continue !== true) {
    const refusal = await findRefusal(file, work, spec, parts);
    if (refusal) {
      await changeOwn(id, parts, (before) =>
        toRefused(before, { spec, refusal, at: utcIso(parts.clock.now()) }),
      );
      return;
    }
  }
  await runJob(
    id,
    spec.verify === true ? { ...work, conclude: () => compare(work, spec, parts) } : work,
    parts,
  );
  const ended = await store.jobs.read(id);
  // Not awaited: the job is done, and others may start. A file that can't be removed now is removed after seven days.
  if (ended?.state === 'done') files.finish(spec, ended.counts.reject > 0).catch(() => undefined);
}

interface Refusal {
  readonly counts: PlanCounts;
  readonly problems: readonly PlanProblem[];
  readonly problemCount: number;
}

async function findRefusal(
  { report, problems, problemCount }: CheckedFile,
  work: Work,
  spec: ImportJobSpec,
  parts: ImportParts,
): Promise<Refusal | undefined> {
  if (report.rejected > 0)
    return { counts: { ...NO_COUNTS, reject: report.rejected }, problems, problemCount };
  // A checked document that simply overwrites the current one is never rejected.
  if (spec.mode === 'upsert' && spec.onConflict === 'overwrite') return undefined;
  const plan = await makePlan(parts.store, work, spec, parts);
  if (plan.counts.reject === 0) return undefined;
  return { ...plan, counts: { ...NO_COUNTS, reject: plan.counts.reject } };
}

/** Reads everything again: a plan of the same import has nothing left to write. */
async function compare(work: Work, spec: ImportJobSpec, parts: ImportParts): Promise<readonly PlanProblem[]> {
  const { counts, samples } = await makePlan(parts.store, work, spec, parts);
  const differences = counts.create + counts.replace + counts.merge;
  if (differences === 0) return [];
  const named = samples.map(({ id, action }) => ({
    id,
    code: 'not-as-sent',
    path: '',
    message: action === 'create' ? 'The document is missing.' : 'The document has other content.',
  }));
  const message = `${differences} of the documents are not as the file has them. They may have been changed in the meantime.`;
  return [{ id: '', code: 'not-as-sent', path: '', message }, ...named];
}

/** @returns `undefined` for a job that has read its file already */
function toRead(job: JobRecord, { report, problems, problemCount }: CheckedFile): JobProgress | undefined {
  if (job.import) return undefined;
  const read = { ...job, import: report, total: report.documents };
  if (job.spec.kind !== 'import' || job.spec.continue !== true)
    return { job: read, problems: [], others: [] };
  const counts = { ...job.counts, reject: report.rejected };
  return { job: { ...read, counts, problemCount }, problems, others: [] };
}

function toRefused(
  job: JobRecord,
  { spec, refusal, at }: { readonly spec: ImportJobSpec; readonly refusal: Refusal; readonly at: string },
): JobProgress {
  const { counts, problems, problemCount } = refusal;
  const found = problemCount === 1 ? '1 problem' : `${problemCount} problems`;
  const message = `${spec.label} has ${found}, so nothing was written.`;
  const refused = {
    ...withoutHold(job),
    state: 'failed',
    endedAt: at,
    message,
    counts,
    problemCount,
  } as const;
  return { job: refused, problems, others: [] };
}

/** Why a file can't be imported at all; `undefined` for errors that may be temporary. */
function toFileProblem(error: unknown): PlanProblem | undefined {
  const isAboutFile =
    error instanceof AppError && (error.code === 'invalid-argument' || error.status === 413);
  if (!isAboutFile) return undefined;
  return { id: '', code: error.reason ?? error.code, path: '', message: error.message };
}

function toUnreadable(job: JobRecord, problem: PlanProblem, at: string): JobProgress {
  const { message } = problem;
  const failed = { ...withoutHold(job), state: 'failed', endedAt: at, message, problemCount: 1 } as const;
  return { job: failed, problems: [problem], others: [] };
}

/** The plan of an import for display, including what can't be read from the file. */
export function withFile(plan: Plan, { report, problems, problemCount }: CheckedFile): Plan {
  const { counts } = plan;
  return {
    ...plan,
    documents: plan.documents + report.rejected,
    counts: { ...counts, reject: counts.reject + report.rejected },
    problems: [...problems, ...plan.problems].slice(0, MAX_PROBLEMS),
    problemCount: problemCount + plan.problemCount,
    import: report,
  };
}
