import { MIGRATION_ROUTES } from '#shared/api/migration-routes.ts';
import type { ImportAnswer } from '#shared/api/messages.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { PlanCounts, PlanProblem } from '#shared/migration/plan.ts';
import { adminClient, finishJob } from './admin-calls.ts';
import { MAX_KEPT_PROBLEMS, readyDocuments, type FileTarget } from './check-file.ts';
import { toBatches } from './import-batches.ts';

/** A file and where its documents go. */
export interface ImportSource {
  readonly file: File;
  readonly spec: ImportJobSpec;
  readonly target: FileTarget;
}

export interface SendWatch {
  readonly signal: AbortSignal;
  /** Documents the server has answered so far. */
  readonly onProgress: (documents: number) => void;
}

/** What an import would do. */
export interface ImportPlan {
  readonly documents: number;
  readonly counts: PlanCounts;
  /** The first ones. */
  readonly problems: readonly PlanProblem[];
  readonly problemCount: number;
}

/** Has the server say what it would do with each document of a file; nothing is written. @throws AppError */
export async function planImport(source: ImportSource, watch: SendWatch): Promise<ImportPlan> {
  const { mode, onConflict } = source.spec;
  const problems: PlanProblem[] = [];
  let counts: PlanCounts = NOTHING;
  let [documents, problemCount] = [0, 0];
  for await (const batch of batchesOf(source, watch, 0)) {
    const answer = await send(source, batch.text, watch, { mode, onConflict, dryRun: 1, continue: 1 });
    documents += batch.documents;
    problemCount += answer.problems.length;
    const some = answer.problems.slice(0, MAX_KEPT_PROBLEMS - problems.length);
    problems.push(...some.map(({ id, code, path, message }) => ({ id, code, path, message })));
    counts = add(counts, answer);
    watch.onProgress(documents);
  }
  return { documents, counts, problems, problemCount };
}

/**
 * Sends the documents of a file into an import that waits for them, from where it stands.
 * @returns the import, finished @throws AppError; what was sent until then is written, and sending can go on from there
 */
export async function sendImport(source: ImportSource, job: Job, watch: SendWatch): Promise<Job> {
  let { position } = job;
  watch.onProgress(position);
  for await (const batch of batchesOf(source, watch, position)) {
    await send(source, batch.text, watch, { job: job.id, from: position, continue: 1 });
    position += batch.documents;
    watch.onProgress(position);
  }
  return finishJob(job.id);
}

function batchesOf({ file, spec, target }: ImportSource, { signal }: SendWatch, skipped: number) {
  // What counts here is what was answered, not what was read.
  const documents = readyDocuments(file, target, { signal, onProgress: () => undefined });
  return toBatches(documents, { skipped, isTimed: spec.onConflict === 'newer' });
}

function send(
  { spec }: ImportSource,
  text: string,
  { signal }: SendWatch,
  query: Readonly<Record<string, string | number>>,
): Promise<ImportAnswer> {
  return adminClient().call(MIGRATION_ROUTES.import, {
    params: { collection: spec.collection },
    query,
    raw: { content: text, contentType: 'application/x-ndjson' },
    signal,
  });
}

const NOTHING: PlanCounts = {
  create: 0,
  replace: 0,
  merge: 0,
  delete: 0,
  skip: 0,
  reject: 0,
  unchanged: 0,
};

function add(counts: PlanCounts, answer: ImportAnswer): PlanCounts {
  return {
    ...counts,
    create: counts.create + answer.created,
    replace: counts.replace + answer.replaced,
    merge: counts.merge + answer.merged,
    skip: counts.skip + answer.skipped,
    reject: counts.reject + answer.rejected,
    unchanged: counts.unchanged + answer.unchanged,
  };
}
