import { canRead } from '#shared/access/decide-access.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { decideWrite, type WriteOutcome } from './decide-write.ts';
import type { DocumentStore } from './document-store.ts';
import { isErased } from './eraser.ts';
import type { DocumentKey } from './stored-document.ts';
import type { Stamp } from './stamp.ts';
import { toWire } from './to-wire.ts';
import { createWriteBatch } from './write-batch.ts';

const DAMAGED_ENTRY = {
  verdict: 'rejected',
  code: 'data-loss',
  message: 'This entry is damaged on the server’s disk. Choose another one.',
  path: 'at',
} as const;

const ERASED_ENTRY = {
  verdict: 'rejected',
  code: 'failed-precondition',
  message: 'This content was erased when its owner’s account was deleted. It can’t be brought back.',
  path: 'at',
} as const;

/**
 * Writes the data of a history entry as a new write over the current state; restores deleted documents too.
 * @param at key of the entry, like `2026-03-02T09:00:00.000Z`
 * @throws AppError `not-found` for a missing entry or a document the caller can't see, and what the write path rejects
 */
export async function restoreEntry(
  store: DocumentStore,
  key: DocumentKey,
  at: string,
  stamp: Stamp,
): Promise<WireDocument> {
  const justAfter = new Date(Date.parse(at) + 1).toISOString();
  const [entry] = await store.history(key, justAfter, 1);
  const outcome = await store.commit<WriteOutcome | undefined>({ documents: [key], writeIds: [] }, (view) => {
    const current = view.document(key);
    const batch = createWriteBatch(view);
    const isVisible = current && canRead(key.collection, stamp.actor, current.audience);
    if (entry?.at !== at || !isVisible) return batch.toDecision(undefined);
    if (entry.isDamaged) return batch.toDecision(DAMAGED_ENTRY);
    if (isErased(entry)) return batch.toDecision(ERASED_ENTRY);
    const { data } = entry;
    const request = {
      ...key,
      writeId: undefined,
      base: { kind: 'any' },
      deleted: false,
      data,
      madeAt: undefined,
      trail: [],
    } as const;
    const decided = decideWrite(request, batch, stamp);
    batch.record(request, decided);
    return batch.toDecision(decided);
  });
  if (outcome?.verdict === 'rejected')
    throw new AppError(outcome.code, outcome.message, { path: outcome.path });
  const wire = outcome?.verdict === 'accepted' && outcome.document && toWire(outcome.document, stamp.actor);
  if (!wire) throw new AppError('not-found', 'There is no such entry in this document’s history.');
  return wire;
}
