import type { Actor } from '#shared/access/actor.ts';
import { canCreate, canRead, toReadScope } from '#shared/access/decide-access.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { decideWrite, type WriteOutcome } from './decide-write.ts';
import type { DocumentStore, TextDocument } from './document-store.ts';
import type { DocumentKey, HistoryRow, StoredDocument } from './stored-document.ts';
import type { Stamp } from './stamp.ts';
import { toWire, toWireEntry, toWireText } from './to-wire.ts';
import { createWriteBatch } from './write-batch.ts';

/** How a document call changes a document. */
export type DocumentChange =
  | { readonly kind: 'create'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'set'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'merge'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'edit'; readonly edit: DocumentEdit }
  | { readonly kind: 'delete' };

/** Makes the new content from the stored one, or refuses. Runs in the commit. */
type DocumentEdit = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | AppError;

/**
 * Changes one document through the same write path as a push, without comparing it with an earlier state.
 * @throws AppError `not-found` for a merge, edit or delete of a missing or unreadable document, `already-exists` for a
 *   create with a taken id, with what an edit refuses, and what the write path rejects
 */
export async function changeDocument(
  store: DocumentStore,
  key: DocumentKey,
  change: DocumentChange,
  stamp: Stamp,
): Promise<WireDocument> {
  const outcome = await store.commit<WriteOutcome | AppError | 'missing' | 'taken' | 'damaged'>(
    { documents: [key], writeIds: [] },
    (view) => {
      const current = view.document(key);
      const isVisible =
        current !== undefined && !current.deleted && canRead(key.collection, stamp.actor, current.audience);
      const batch = createWriteBatch(view);
      const needsContent = change.kind === 'merge' || change.kind === 'edit';
      if ((needsContent || change.kind === 'delete') && !isVisible) return batch.toDecision('missing');
      if (needsContent && current?.isDamaged) return batch.toDecision('damaged');
      // Only a caller with the right to create learns that an id is taken.
      const isTaken =
        change.kind === 'create' && current !== undefined && canCreate(key.collection, stamp.actor, key.id);
      if (isTaken) return batch.toDecision('taken');
      const data = toData(change, current);
      if (data instanceof AppError) return batch.toDecision(data);
      const deleted = change.kind === 'delete';
      const request = {
        ...key,
        writeId: undefined,
        base: { kind: 'any' },
        deleted,
        data,
        madeAt: undefined,
        trail: [],
      } as const;
      const decided = decideWrite(request, batch, stamp);
      batch.record(request, decided);
      return batch.toDecision(decided);
    },
  );
  if (outcome === 'missing') throw notFound();
  if (outcome === 'damaged') throw damaged();
  if (outcome === 'taken') throw new AppError('already-exists', 'A document with this id exists already.');
  if (outcome instanceof AppError) throw outcome;
  if (outcome.verdict === 'rejected')
    throw new AppError(outcome.code, outcome.message, { path: outcome.path });
  const wire = outcome.verdict === 'accepted' && outcome.document && toWire(outcome.document, stamp.actor);
  if (!wire) throw notFound();
  return wire;
}

function toData(
  change: DocumentChange,
  current: StoredDocument | undefined,
): Readonly<Record<string, unknown>> | AppError {
  if (change.kind === 'delete') return current?.data ?? {};
  if (change.kind === 'edit') return change.edit(current?.data ?? {});
  return change.kind === 'merge' ? { ...current?.data, ...change.data } : change.data;
}

/** @throws AppError `not-found` for a missing and for an unreadable document alike; `data-loss` for a damaged one */
export async function readDocument(
  store: DocumentStore,
  key: DocumentKey,
  actor: Actor,
): Promise<WireDocument> {
  const document = await store.read(key);
  const isDamaged = document?.isDamaged && canRead(key.collection, actor, document.audience);
  if (isDamaged && !document.deleted) throw damaged();
  const wire = document && !document.deleted ? toWire(document, actor) : undefined;
  if (!wire) throw notFound();
  return wire;
}

export interface HistoryPage {
  readonly rows: readonly HistoryRow[];
  /** Whether there are older entries, though there are fewer rows than were asked for. */
  readonly isCut: boolean;
}

/** Content of a page of history, in characters of JSON; a larger entry is a page of its own. */
const MAX_HISTORY_CHARACTERS = 2 * 1_048_576;
/** Entries that are read at once: each may be large. */
const ENTRIES_AT_ONCE = 10;

/** Newest first, for deleted documents too. Skips damaged entries. @throws AppError `not-found` as `readDocument` */
export async function readHistory(
  store: DocumentStore,
  key: DocumentKey,
  page: { readonly before?: string | undefined; readonly limit: number },
  actor: Actor,
): Promise<HistoryPage> {
  const document = await store.read(key);
  const isOwnOrStaff =
    document !== undefined && (actor.isStaff || actor.isAdmin || document.audience !== 'public');
  if (!document || !isOwnOrStaff || !canRead(key.collection, actor, document.audience)) throw notFound();
  const rows: HistoryRow[] = [];
  let characters = 0;
  let { before } = page;
  while (rows.length < page.limit) {
    const found = await store.history(key, before, Math.min(ENTRIES_AT_ONCE, page.limit - rows.length));
    if (found.length === 0) break;
    before = found.at(-1)?.at;
    for (const row of found) {
      if (row.isDamaged) continue;
      characters += JSON.stringify(row.data).length;
      if (rows.length > 0 && characters > MAX_HISTORY_CHARACTERS) return { rows, isCut: true };
      rows.push(toWireEntry(row, actor));
    }
  }
  return { rows, isCut: false };
}

/**
 * Whether an id is taken, also by a deleted document, which a create would not replace.
 * @throws AppError `permission-denied` for a caller who may not create the document
 */
export async function isTaken(
  store: DocumentStore,
  key: DocumentKey,
  actor: Actor,
): Promise<{ readonly exists: boolean; readonly deleted: boolean }> {
  if (!canCreate(key.collection, actor, key.id)) {
    throw new AppError('permission-denied', 'This account or device may not create this document.');
  }
  const document = await store.read(key);
  return { exists: document !== undefined, deleted: document?.deleted === true };
}

/** Deleted documents that a reader may see, the last deleted first. */
export async function listDeleted(
  store: DocumentStore,
  page: { readonly collection: string; readonly before?: number | undefined; readonly limit: number },
  actor: Actor,
): Promise<{ readonly documents: WireDocument[]; readonly next: number | null }> {
  const { collection, before = Infinity, limit } = page;
  const found = await store.newest({ collection, deleted: true, before, limit });
  const documents = found.flatMap((document) => {
    const text = toWireText(document, actor);
    return text === undefined ? [] : (JSON.parse(text) as WireDocument);
  });
  return { documents, next: found.length < limit ? null : (found.at(-1)?.sequence ?? null) };
}

/** Pages hold many small documents or a few large ones. */
const LIST_PAGE = { limit: 500, maxCharacters: 1_048_576 };

/** All documents of a collection that a reader may see, ordered by id, in pages; without deleted ones by default. */
export async function* listTexts(
  store: DocumentStore,
  collection: string,
  actor: Actor,
  withDeleted = false,
): AsyncGenerator<readonly TextDocument[]> {
  const scope = toReadScope(collection, actor);
  let afterId = '';
  for (;;) {
    const documents = await store.list({ collection, scope, afterId, ...LIST_PAGE, withDeleted });
    const last = documents.at(-1);
    if (!last) return;
    yield documents;
    afterId = last.id;
  }
}

function damaged(): AppError {
  return new AppError(
    'data-loss',
    'This document is damaged on the server’s disk. Restore it from its history, or write it again.',
  );
}

function notFound(): AppError {
  return new AppError('not-found', 'There is no such document.');
}
