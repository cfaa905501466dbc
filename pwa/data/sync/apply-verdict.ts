import { findCollection } from '#shared/collections/catalogue.ts';
import { isPermanentCode } from '#shared/kernel/document-codes.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { mergeDocuments } from '#shared/sync/merge.ts';
import type { Verdict } from '#shared/sync/messages.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { toConflictContent, type RejectedChange } from './rejected-change-record.ts';
import { readState, replaceState, type LocalState } from './local-states.ts';
import { withoutMeta } from './on-disk.ts';
import { dropChain, dropNote, dropOldest, findRecords, noteMerge, settleWrite } from './outbox.ts';
import { toChain, toCommonState, type OutboxEntry, type PreparedRow } from './outbox-record.ts';

export interface VerdictContext {
  readonly database: LocalDatabase;
  readonly clock: Clock;
}

/** Applies the verdict on one pushed write. Safe to repeat after a crash at any point. */
export async function applyVerdict(
  context: VerdictContext,
  pushed: PreparedRow,
  verdict: Verdict,
): Promise<void> {
  switch (verdict.verdict) {
    case 'accepted':
      return settleWrite(context.database, pushed.record.id, pushed.row.newDocumentState);
    case 'conflict':
      return verdict.master
        ? resolveConflict(context, pushed, { ...verdict, master: verdict.master })
        : undefined;
    case 'gone':
      return rejectWrite(context, pushed, {
        kind: 'rejected',
        code: 'not-found',
        message: 'This no longer exists on the server. What you wrote is kept here.',
        path: '',
      });
    case 'rejected': {
      const { code = 'unknown', message = 'The server did not take this.', path = '', master } = verdict;
      return rejectWrite(context, pushed, { kind: 'rejected', code, message, path }, master);
    }
  }
}

/** Whether a verdict is final; a write refused for now, such as one over the rate limit, is pushed again. */
export function isFinal({ verdict, code }: Verdict): boolean {
  return verdict !== 'rejected' || code === undefined || isPermanentCode(code);
}

/** Keeps a document that fits no request as a rejected change: only the person can shorten it. */
export async function rejectTooLarge(context: VerdictContext, pushed: PreparedRow): Promise<void> {
  const message = 'This is too large for the server. It is kept here; shorten it and send it again.';
  await rejectWrite(context, pushed, { kind: 'rejected', code: 'invalid-argument', message, path: '' });
}

type Reason = Pick<RejectedChange, 'kind' | 'code' | 'message' | 'path'>;

/** Puts the local document back to the server's state and keeps the person's content as a rejected change. */
async function rejectWrite(
  { database, clock }: VerdictContext,
  pushed: PreparedRow,
  reason: Reason,
  master?: WireDocument,
): Promise<void> {
  const { record, row, isPiece = false } = pushed;
  const { collectionName: collection, documentId } = record;
  const local = await readState(database, collection, documentId);
  const { writeId } = row.newDocumentState;
  if (isPiece && writeId !== undefined) return dropOldest(database, record.id, writeId);
  // Written to since: the newer write carries this one in its trail and gets its own verdict.
  if (!local || writeId === undefined || local.writeId !== writeId) return;
  const { base } = toChain(record, writeId);
  const rejectedChange = {
    id: writeId,
    collectionName: collection,
    documentId,
    content: toContent(withoutMeta(local)),
    ...(base && { base: toContent(base) }),
    at: isoNow(clock),
  };
  // A deletion of something already gone leaves nothing to decide.
  const isDone = reason.code === 'not-found' && row.newDocumentState._deleted === true;
  if (!isDone) await database.rejectedChanges.upsert({ ...reason, ...rejectedChange });
  const next = master ?? toTombstone(local, reason.path);
  if (await replaceState(database, collection, local, next))
    return dropChain(database, record.id, { from: local, to: next });
  await dropSuperseded(database, pushed, writeId);
}

/** Removes the rejected change again if the person wrote to the document meanwhile: the newer write includes it. */
async function dropSuperseded(database: LocalDatabase, { record }: PreparedRow, id: string): Promise<void> {
  const { collectionName: collection, documentId } = record;
  const state = await readState(database, collection, documentId);
  const latest = (await findRecords(database, collection, [documentId])).get(documentId);
  const entries = latest ? toChain(latest, state?.writeId ?? '').entries : [];
  const index = entries.findIndex(({ writeId }) => writeId === id);
  // Another tab has applied the same verdict: the rejected change is the only copy of the content.
  if (index < 0 || isMerged(entries.slice(index + 1))) return;
  const rejectedChange = await database.rejectedChanges.findOne(id).exec();
  await rejectedChange?.incrementalRemove();
}

/**
 * A complete tombstone, so that every tab's queries drop the document. With sequence 0 the next write is a create, which
 * keeps the creation time unless the server refused just that.
 */
function toTombstone(local: LocalState, refusedPath: string): WireDocument {
  const state = withoutMeta(local);
  const acknowledged = state.writeId ?? '';
  return {
    ...state,
    ...(refusedPath === 'createdAt' ? { createdAt: '' } : {}),
    _deleted: true,
    sync: { updatedAt: '', updatedBy: '', ...state.sync, sequence: 0, acknowledged },
  };
}

/** What both sides of two creations began with, if their collection says so. */
function toBlank(collection: string, id: string): WireDocument | undefined {
  const blank = findCollection(collection)?.blank;
  return blank && { ...blank, FBUID: id };
}

/** Merges field by field. Where both sides changed a field, the server's value stays and the person decides. */
async function resolveConflict(
  context: VerdictContext,
  pushed: PreparedRow,
  { master, common }: Pick<Verdict, 'common'> & { readonly master: WireDocument },
): Promise<void> {
  const { database, clock } = context;
  const { collectionName: collection, documentId, id: recordId } = pushed.record;
  const record = (await findRecords(database, collection, [documentId])).get(documentId);
  const local = await readState(database, collection, documentId);
  const rejectedChangeId = pushed.row.newDocumentState.writeId;
  if (!record || local?.writeId === undefined || rejectedChangeId === undefined) return;
  const chain = toChain(record, local.writeId);
  // Another tab has settled or merged this write already: what waits now gets its own verdict.
  const index = chain.entries.findIndex(({ writeId }) => writeId === rejectedChangeId);
  if (index < 0 || isMerged(chain.entries.slice(index + 1))) return;
  const merged = mergeDocuments(
    toCommonState(chain, common) ?? toBlank(collection, documentId),
    withoutMeta(local),
    master,
  );

  if (merged.outcome === 'deleted-there') {
    const message = 'This was deleted on the server. What you wrote is kept here.';
    await keepConflict(context, pushed, {
      id: rejectedChangeId,
      kind: 'deleted-there',
      content: merged.mine,
      message,
      path: '',
    });
  } else if (merged.outcome !== 'delete' && merged.conflicts.length > 0) {
    const message = `Changed here and on the server: ${merged.conflicts.map(({ field }) => field).join(', ')}.`;
    const path = merged.conflicts[0]?.field ?? '';
    await keepConflict(context, pushed, {
      id: rejectedChangeId,
      kind: 'conflict',
      content: toConflictContent(merged.conflicts),
      message,
      path,
    });
  }

  if (merged.outcome === 'theirs' || merged.outcome === 'deleted-there') {
    if (await replaceState(database, collection, local, master))
      return dropChain(database, recordId, { from: local, to: master });
    return dropSuperseded(database, pushed, rejectedChangeId);
  }
  const deleted = merged.outcome === 'delete';
  const content = deleted ? toContent(master) : merged.content;
  const writeId = createId();
  const entry = {
    writeId,
    previous: local.writeId,
    at: isoNow(clock),
    deleted,
    data: content,
    rebasedOn: master,
  };
  if (!(await noteMerge(database, recordId, entry))) return;
  const next = {
    ...content,
    FBUID: documentId,
    writeId,
    sync: master.sync,
    ...(deleted ? { _deleted: true } : {}),
  };
  if (await replaceState(database, collection, local, next as WireDocument)) return;
  await dropNote(database, recordId, writeId);
  await dropSuperseded(database, pushed, rejectedChangeId);
}

/** Whether one of the later writes is a merge with the server's state. */
function isMerged(later: readonly OutboxEntry[]): boolean {
  return later.some(({ rebasedOn }) => rebasedOn !== undefined);
}

async function keepConflict(
  { database, clock }: VerdictContext,
  { record }: PreparedRow,
  conflict: Pick<RejectedChange, 'id' | 'kind' | 'message' | 'path'> & {
    readonly content: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await database.rejectedChanges.upsert({
    collectionName: record.collectionName,
    documentId: record.documentId,
    code: 'aborted',
    at: isoNow(clock),
    ...conflict,
    content: { ...conflict.content },
  });
}
