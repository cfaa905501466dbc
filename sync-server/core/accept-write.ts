import { toAuthor } from '#shared/access/author.ts';
import type { Owner } from '#shared/access/actor.ts';
import { toAudience, toNewOwner } from '#shared/access/decide-access.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { CommitView } from './document-store.ts';
import type { DocumentData, HistoryRow, Operation, StoredDocument } from './stored-document.ts';
import { toServerWriteId } from './server-write-id.ts';
import { nextEntryTime, type Stamp } from './stamp.ts';
import type { WriteRequest } from './write-request.ts';

/** `document` is the new state, `history` the entries that lead to it, numbered on from the newest sequence. */
export interface AcceptedWrite {
  readonly verdict: 'accepted';
  readonly document: StoredDocument;
  readonly history: readonly HistoryRow[];
}

/** Accepts a checked write. Owner and audience stay the same unless the document gets a new owner. */
export function acceptWrite(
  request: WriteRequest & { readonly newOwner?: Owner },
  view: CommitView,
  stamp: Stamp,
): AcceptedWrite {
  const { collection, id, newOwner } = request;
  const current = view.document(request);
  const owner = newOwner ?? (current ? current.owner : toNewOwner(request, stamp.actor));
  const keeps = newOwner === undefined && current !== undefined;
  const updatedBy = toAuthor(stamp.actor);
  const history: HistoryRow[] = [];
  let updatedAt = current?.updatedAt;
  const append = (writeId: string, operation: Operation, data: DocumentData, madeAt: string | undefined) => {
    updatedAt = nextEntryTime(stamp.at, updatedAt);
    const sequence = view.sequence + history.length + 1;
    const device = stamp.actor.fid;
    const at = updatedAt;
    history.push({ collection, id, sequence, at, madeAt, operation, writeId, data, updatedBy, device });
  };
  for (const entry of toUnknown(request, view)) {
    // A device's trail entry may name another id or carry fields that only the server writes.
    append(entry.writeId, 'coalesced', { ...toContent(entry.data), FBUID: id }, entry.at);
  }
  const operation = request.deleted ? 'delete' : current ? 'update' : 'create';
  const writeId = request.writeId ?? toServerWriteId(view.epoch, view.sequence + history.length + 1);
  append(writeId, operation, request.data, request.madeAt);
  const document: StoredDocument = {
    collection,
    id,
    sequence: view.sequence + history.length,
    writeId,
    deleted: request.deleted,
    owner,
    audience: keeps ? current.audience : toAudience(collection, owner),
    data: request.data,
    updatedAt: updatedAt ?? stamp.at,
    updatedBy,
  };
  return { verdict: 'accepted', document, history };
}

/** Trail entries that are not in history yet and do not repeat an id, this write's own included. */
function toUnknown({ writeId, trail }: WriteRequest, view: CommitView): WriteRequest['trail'] {
  if (trail.length === 0) return trail;
  const seen = new Set([writeId]);
  return trail.filter((entry) => {
    const isNew = !seen.has(entry.writeId) && !view.write(entry.writeId);
    seen.add(entry.writeId);
    return isNew;
  });
}
