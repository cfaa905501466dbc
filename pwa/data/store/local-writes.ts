import type { CollectionDocuments, CollectionName } from '#shared/collections/catalogue.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { MAX_PUSH_BYTES } from '#shared/sync/messages.ts';
import { isKnownToServer, readState, replaceState } from '../sync/local-states.ts';
import { withoutMeta } from '../sync/on-disk.ts';
import { dropNote, nextOrder, noteWrite } from '../sync/outbox.ts';
import { NOTE_KEPT_MS, toOutboxId } from '../sync/outbox-record.ts';
import type { LocalDatabase } from './database.ts';

/** A document's own fields, without those this layer adds. */
export type Content<Name extends CollectionName> = Omit<
  CollectionDocuments[Name],
  'FBUID' | 'createdAt' | 'writeId' | 'sync'
>;

/** Maps the current content (`undefined` when there is none) to the new one, `'delete'` or `'keep'`. */
export type Change<Name extends CollectionName> = (
  current: CollectionDocuments[Name] | undefined,
) => Content<Name> | 'delete' | 'keep';

export interface WriteOptions {
  readonly database: LocalDatabase;
  readonly clock: Clock;
}

/**
 * Writes a document locally: every open query shows it at once, and it is pending until the server accepts it.
 * The write is noted in the outbox first, so a crash in between neither loses nor repeats it.
 * @throws AppError `invalid-argument` with the field's path; then nothing was written
 */
export async function writeDocument<Name extends CollectionName>(
  { database, clock }: WriteOptions,
  collection: Name,
  id: string,
  change: Change<Name>,
): Promise<void> {
  const order = await nextOrder(database);
  for (;;) {
    const current = await readState(database, collection, id);
    const existing =
      current && !current._deleted ? (current as unknown as CollectionDocuments[Name]) : undefined;
    const changed = change(existing);
    if (changed === 'keep' || (changed === 'delete' && !existing)) return;
    const at = isoNow(clock);
    // A refused create keeps its first `createdAt` when it is corrected and sent again.
    const origin = existing ?? (isKnownToServer(current) ? undefined : current);
    // Written even if nothing differs: another write may be under way, which this one has to follow.
    const content =
      changed === 'delete'
        ? toContent(withoutMeta(current ?? {}))
        : { ...changed, FBUID: id, createdAt: origin?.createdAt || at };
    const writeId = createId();
    const next = { ...content, FBUID: id, writeId, sync: current?.sync ?? UNSYNCED } as WireDocument;
    if (changed !== 'delete') assertStorable(collection, next);
    const deleted = changed === 'delete';
    const base = isKnownToServer(current) ? current : undefined;
    const entry = { writeId, previous: current?.writeId ?? '', at, deleted, data: content };
    const notedAt = clock.now();
    const noted = { collection, id, base, entry, order };
    const isFirst = await noteWrite(database, noted);
    const state = {
      ...next,
      ...(deleted ? { _deleted: true } : {}),
      ...(isFirst ? toSyncStamp(current) : {}),
    };
    if (await replaceState(database, collection, current, state)) {
      // If the tab slept in between, the note may have been dropped: note the write again.
      if (clock.now() - notedAt > NOTE_KEPT_MS / 2) await noteWrite(database, noted);
      return;
    }
    // Another tab wrote first: retry on its state.
    await dropNote(database, toOutboxId(collection, id), writeId);
  }
}

/** Sync stamp for a write made on a fully acknowledged state. */
function toSyncStamp(current: WireDocument | undefined): Pick<WireDocument, 'sync'> {
  if (!isKnownToServer(current) || current?.writeId === undefined || !current.sync) return {};
  return { sync: { ...current.sync, acknowledged: current.writeId } };
}

/** Largest document one request can carry, without the envelope. */
const MAX_DOCUMENT_BYTES = MAX_PUSH_BYTES - 10_000;

/** @throws AppError `invalid-argument`, with the field's path, when the document is invalid or too large to push */
export function assertStorable(collection: string, document: WireDocument): void {
  const text = JSON.stringify(document);
  if (text.length * 3 > MAX_DOCUMENT_BYTES && new TextEncoder().encode(text).length > MAX_DOCUMENT_BYTES) {
    const message = 'This is too large to be sent: at most one megabyte. Nothing was saved; shorten it.';
    throw new AppError('invalid-argument', message);
  }
  const [issue] = validateDocument(collection, toContent(document));
  if (issue) throw new AppError('invalid-argument', issue.message, { path: issue.path });
}
