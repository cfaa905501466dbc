import type { ImportAnswer } from '#shared/api/messages.ts';
import type { PlainDocument } from '#shared/import/plain-document.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { CommitPart, CommitView, Decision, DocumentKey, DocumentStore } from '../document-store.ts';
import type { Stamp } from '../stamp.ts';
import { takesTexts } from './create-texts.ts';
import {
  addAnswers,
  decideImport,
  toImportAnswer,
  toImportSteps,
  type ImportDocuments,
  type ImportLine,
  type ImportSettings,
} from './import-batch.ts';
import { toProgress } from './job-record.ts';
import type { JobRecord } from './job-store.ts';
import { notPossible } from './job-states.ts';
import { nothing } from './run-job.ts';
import { jobNotFound } from './touched-collections.ts';

/**
 * Documents of a request that are parsed together, when those before them are written. They are let go then: a megabyte of
 * documents alive at once costs the garbage collector as much as to write them costs the disk.
 */
export interface ImportPiece {
  /** @throws AppError `invalid-argument` of the first line that is no document, with its place as path */
  read(): readonly ImportLine[];
  /** The same for a free collection, when each of them certainly keeps its rules. */
  readPlain?(): readonly PlainDocument[] | undefined;
}

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
  const pieces = isDryRun ? [{ read: () => batch.pieces.flatMap((piece) => piece.read()) }] : batch.pieces;
  const part = toPart({ settings, pieces, jobs: [] }, (documents, view) => {
    const { decided, toDecision } = decideImport({ ...documents, keepsGoing }, view, stamp);
    const answer = toImportAnswer(decided, documents.first, null);
    return isDryRun ? nothing(answer) : toDecision(answer);
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
  const part = toPart({ settings: spec, pieces, jobs: [batch.job] }, (documents, view) => {
    const job = findReceiving(view, batch.job, batch.from + documents.first);
    const first = job.position - batch.from;
    const known = first - documents.first;
    if (known >= documents.length) return nothing(toImportAnswer([], 0, job.position));
    const fresh = {
      ...documents,
      first,
      steps: () => documents.steps().slice(known),
      plain: documents.plain?.slice(known),
    };
    const { decided, toDecision } = decideImport({ ...fresh, keepsGoing }, view, stamp);
    const progress = toProgress(job, decided, { cursor: '', looked: decided.length });
    return { ...toDecision(toImportAnswer(decided, first, progress.job.position)), progress };
  });
  return store.commit(part.scope, part.decide);
}

interface Pieces {
  readonly settings: ImportSettings;
  readonly pieces: readonly ImportPiece[];
  /** Ids of the jobs that `decide` looks at. */
  readonly jobs: readonly string[];
}

interface PieceDocuments extends Omit<ImportDocuments, 'keepsGoing'> {
  readonly keys: readonly DocumentKey[];
  readonly length: number;
}

/** A piece and all behind it, one after the other in one transaction. @param first place of its first document, from 0 */
function toPart(
  all: Pieces,
  decide: (documents: PieceDocuments, view: CommitView) => Decision<ImportAnswer>,
  { index, first, before }: { index: number; first: number; before?: ImportAnswer } = { index: 0, first: 0 },
): CommitPart<ImportAnswer> {
  const documents = readDocuments(all.settings, all.pieces[index], first);
  return {
    scope: { documents: documents.keys, writeIds: [], jobs: all.jobs },
    decide(view) {
      const decision = decide(documents, view);
      const result = before ? addAnswers(before, decision.result) : decision.result;
      const behind = { index: index + 1, first: first + documents.length, before: result };
      const rest = behind.index < all.pieces.length ? () => toPart(all, decide, behind) : undefined;
      return { ...decision, result, rest };
    },
  };
}

function readDocuments(
  settings: ImportSettings,
  piece: ImportPiece | undefined,
  first: number,
): PieceDocuments {
  const { collection } = settings;
  const read = () => toImportSteps(settings, piece?.read() ?? []);
  const plain = takesTexts(collection) ? piece?.readPlain?.() : undefined;
  if (plain) {
    const keys = plain.map(({ id }) => ({ collection, id }));
    return { collection, keys, length: keys.length, steps: read, plain, first };
  }
  const steps = read();
  const keys = steps.map(({ key }) => key);
  return { collection, keys, length: keys.length, steps: () => steps, plain, first };
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
