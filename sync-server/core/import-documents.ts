import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { ImportAnswer } from '#shared/api/messages.ts';
import { decideWrite } from './decide-write.ts';
import type { Decision, CommitView, DocumentStore } from './document-store.ts';
import type { Stamp } from './stamp.ts';
import { createWriteBatch } from './write-batch.ts';

export interface ImportOptions {
  /** `insert` refuses ids that exist, `upsert` replaces them. */
  readonly mode: 'insert' | 'upsert';
  readonly isDryRun: boolean;
}

/**
 * Writes documents keeping their ids, all of them in one transaction or none. A document equal to what is stored
 * writes nothing, so that importing the same file again changes nothing.
 * @throws AppError of the first document that can't be stored; its path begins with the line, counted from 1
 */
export async function importDocuments(
  store: DocumentStore,
  collection: string,
  documents: readonly Readonly<Record<string, unknown>>[],
  options: ImportOptions,
  stamp: Stamp,
): Promise<ImportAnswer> {
  const keys = documents.map((document, index) => ({ collection, id: toId(document, index) }));
  return store.commit({ documents: keys, writeIds: [] }, (view) =>
    decideImport(documents, keys, view, options, stamp),
  );
}

function decideImport(
  documents: readonly Readonly<Record<string, unknown>>[],
  keys: readonly { readonly collection: string; readonly id: string }[],
  view: CommitView,
  options: ImportOptions,
  stamp: Stamp,
): Decision<ImportAnswer> {
  const batch = createWriteBatch(view);
  const answer = { created: 0, replaced: 0, unchanged: 0 };
  for (const [index, key] of keys.entries()) {
    const current = batch.document(key);
    if (options.mode === 'insert' && current && !current.deleted) {
      throw atLine(index, new AppError('already-exists', `"${key.id}" exists already.`, { path: 'FBUID' }));
    }
    const { writeId: _writeId, sync: _sync, _deleted, ...data } = documents[index] ?? {};
    const request = {
      ...key,
      writeId: createId(),
      base: { kind: 'any' },
      deleted: false,
      data,
      madeAt: undefined,
      trail: [],
    } as const;
    const around = { current, sequence: batch.sequence, isKnown: () => false };
    const outcome = decideWrite(request, around, stamp);
    if (outcome.verdict === 'rejected') {
      throw atLine(index, new AppError(outcome.code, outcome.message, { path: outcome.path }));
    }
    batch.record(request, outcome);
    const isUnchanged = outcome.verdict === 'accepted' && outcome.history.length === 0;
    answer[isUnchanged ? 'unchanged' : current && !current.deleted ? 'replaced' : 'created'] += 1;
  }
  if (!options.isDryRun) return batch.toDecision(answer);
  return { history: [], documents: [], verdicts: [], rejections: [], evictions: [], result: answer };
}

function toId(document: Readonly<Record<string, unknown>>, index: number): string {
  const id = document['FBUID'];
  if (typeof id === 'string') return id;
  throw atLine(
    index,
    new AppError('invalid-argument', 'A document needs its id as text.', { path: 'FBUID' }),
  );
}

function atLine(index: number, error: AppError): AppError {
  const path = error.path ? `line ${index + 1}: ${error.path}` : `line ${index + 1}`;
  return new AppError(error.code, error.message, { path });
}
