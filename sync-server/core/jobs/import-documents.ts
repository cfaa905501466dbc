import type { ImportAnswer } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { CommitView, DocumentStore } from '../document-store.ts';
import type { Stamp } from '../stamp.ts';
import {
  decideImport,
  toImportAnswer,
  toImportSteps,
  type ImportBatch,
  type ImportLine,
} from './import-batch.ts';
import { toProgress } from './job-record.ts';
import type { JobRecord } from './job-store.ts';
import { notPossible } from './job-states.ts';
import { nothing } from './run-job.ts';
import { jobNotFound } from './touched-collections.ts';

/**
 * Writes documents keeping their ids, all of them in one transaction. A document equal to what is stored writes nothing,
 * so that importing the same file again changes nothing.
 * @throws AppError as `decideImport`
 */
export async function importDocuments(
  store: DocumentStore,
  batch: ImportBatch & { readonly isDryRun: boolean },
  stamp: Stamp,
): Promise<ImportAnswer> {
  const steps = toImportSteps(batch);
  return store.commit({ documents: steps.map(({ key }) => key), writeIds: [] }, (view) => {
    const { writes, decided } = decideImport(steps, batch.keepsGoing, view, stamp);
    const answer = toImportAnswer(decided, 0, null);
    return batch.isDryRun ? nothing(answer) : writes.toDecision(answer);
  });
}

export interface JobBatch {
  readonly job: string;
  /** Place of its first document in the whole import, from 0. */
  readonly from: number;
  readonly collection: string;
  readonly lines: readonly ImportLine[];
  readonly keepsGoing: boolean;
}

/**
 * The next documents of an import that is a job, in one commit with how far it then is. What has come before, because an
 * answer was lost, is passed over.
 * @throws AppError `failed-precondition` for a job that takes no documents, and for a gap before these; as `decideImport`
 */
export async function importIntoJob(
  store: DocumentStore,
  batch: JobBatch,
  stamp: Stamp,
): Promise<ImportAnswer> {
  const { spec } = (await store.jobs.read(batch.job)) ?? {};
  if (!spec) throw jobNotFound();
  if (spec.kind !== 'import' || spec.collection !== batch.collection) {
    const message = `Job ${batch.job} is no import into ${batch.collection}. Nothing was written.`;
    throw new AppError('failed-precondition', message);
  }
  const steps = toImportSteps({ ...batch, settings: spec });
  const scope = { documents: steps.map(({ key }) => key), writeIds: [], jobs: [batch.job] };
  return store.commit(scope, (view) => {
    const job = findReceiving(view, batch);
    const known = job.position - batch.from;
    const fresh = steps.slice(known);
    if (fresh.length === 0) return nothing(toImportAnswer([], 0, job.position));
    const { writes, decided } = decideImport(fresh, batch.keepsGoing, view, stamp);
    const progress = toProgress(job, decided, { cursor: '', looked: fresh.length });
    return { ...writes.toDecision(toImportAnswer(decided, known, progress.job.position)), progress };
  });
}

function findReceiving(view: CommitView, { job: id, from }: JobBatch): JobRecord {
  const job = view.job(id);
  if (!job) throw jobNotFound();
  if (job.state !== 'receiving') throw notPossible(job, 'added to');
  if (from > job.position) {
    const message = `The import has come to document ${job.position}; these begin at ${from}. Send those between first.`;
    throw new AppError('failed-precondition', message, { reason: 'IMPORT_GAP', path: 'from' });
  }
  return job;
}
