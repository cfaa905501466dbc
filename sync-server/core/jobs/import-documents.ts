import type { ImportAnswer } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { CommitPart, CommitView, Decision, DocumentStore } from '../document-store.ts';
import type { Stamp } from '../stamp.ts';
import {
  addAnswers,
  decideImport,
  toImportAnswer,
  toImportSteps,
  type ImportLine,
  type ImportSettings,
} from './import-batch.ts';
import { toProgress } from './job-record.ts';
import type { JobRecord } from './job-store.ts';
import { notPossible } from './job-states.ts';
import { nothing } from './run-job.ts';
import { jobNotFound } from './touched-collections.ts';
import type { Step } from './work.ts';

/**
 * Documents of a request that are parsed together, when those before them are written. They are let go then: a megabyte of
 * documents alive at once costs the garbage collector as much as to write them costs the disk.
 */
export type ImportPiece = () => readonly ImportLine[];

export interface ImportBatch {
  readonly pieces: readonly ImportPiece[];
  readonly keepsGoing: boolean;
}

/**
 * Writes documents keeping their ids, all of them in one transaction. A document equal to what is stored writes nothing,
 * so that importing the same file again changes nothing.
 * @throws AppError as `decideImport`
 */
export async function importDocuments(
  store: DocumentStore,
  batch: ImportBatch & { readonly settings: ImportSettings; readonly isDryRun: boolean },
  stamp: Stamp,
): Promise<ImportAnswer> {
  const { settings, keepsGoing, isDryRun } = batch;
  // What isn't written no later piece would see.
  const pieces = isDryRun ? [() => batch.pieces.flatMap((piece) => piece())] : batch.pieces;
  const part = toPart({ settings, pieces, jobs: [] }, (steps, first, view) => {
    const { writes, decided } = decideImport({ steps, first, keepsGoing }, view, stamp);
    const answer = toImportAnswer(decided, first, null);
    return isDryRun ? nothing(answer) : writes.toDecision(answer);
  });
  return store.commit(part.scope, part.decide);
}

export interface JobBatch extends ImportBatch {
  readonly job: string;
  /** Place of its first document in the whole import, from 0. */
  readonly from: number;
  readonly collection: string;
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
  const { pieces, keepsGoing } = batch;
  const part = toPart({ settings: spec, pieces, jobs: [batch.job] }, (steps, place, view) => {
    const job = findReceiving(view, batch.job, batch.from + place);
    const first = job.position - batch.from;
    const fresh = steps.slice(first - place);
    if (fresh.length === 0) return nothing(toImportAnswer([], 0, job.position));
    const { writes, decided } = decideImport({ steps: fresh, first, keepsGoing }, view, stamp);
    const progress = toProgress(job, decided, { cursor: '', looked: fresh.length });
    return { ...writes.toDecision(toImportAnswer(decided, first, progress.job.position)), progress };
  });
  return store.commit(part.scope, part.decide);
}

interface Pieces {
  readonly settings: ImportSettings;
  readonly pieces: readonly ImportPiece[];
  /** Ids of the jobs that `decide` looks at. */
  readonly jobs: readonly string[];
}

/** A piece and all behind it, one after the other in one transaction. @param place of its first document, from 0 */
function toPart(
  all: Pieces,
  decide: (steps: readonly Step[], place: number, view: CommitView) => Decision<ImportAnswer>,
  { index, place, before }: { index: number; place: number; before?: ImportAnswer } = { index: 0, place: 0 },
): CommitPart<ImportAnswer> {
  const steps = toImportSteps(all.settings, all.pieces[index]?.() ?? []);
  return {
    scope: { documents: steps.map(({ key }) => key), writeIds: [], jobs: all.jobs },
    decide(view) {
      const decision = decide(steps, place, view);
      const result = before ? addAnswers(before, decision.result) : decision.result;
      const behind = { index: index + 1, place: place + steps.length, before: result };
      const rest = behind.index < all.pieces.length ? () => toPart(all, decide, behind) : undefined;
      return { ...decision, result, rest };
    },
  };
}

function findReceiving(view: CommitView, id: string, from: number): JobRecord {
  const job = view.job(id);
  if (!job) throw jobNotFound();
  if (job.state !== 'receiving') throw notPossible(job, 'added to');
  if (from > job.position) {
    const message = `The import has come to document ${job.position}; these begin at ${from}. Send those between first.`;
    throw new AppError('failed-precondition', message, { reason: 'IMPORT_GAP', path: 'from' });
  }
  return job;
}
