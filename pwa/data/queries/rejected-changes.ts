import type { CollectionName } from '#shared/collections/catalogue.ts';
import type { Content } from '../store/local-writes.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { AppStore } from '../app-store.ts';
import { withoutMeta } from '../sync/local-states.ts';

/** Throws a rejected change away, for good. */
export async function discardRejectedChange({ localStore }: AppStore, id: string): Promise<void> {
  const { database } = await localStore.whenOpen();
  const rejectedChange = await database.rejectedChanges.findOne(id).exec();
  await rejectedChange?.remove();
}

/**
 * Sends a rejected change's content again, as edited, as a new write; the rejected change goes once the write is kept on this device.
 * @throws AppError `invalid-argument` with the field's path; then the rejected change stays
 */
export async function resendRejectedChange(
  { localStore }: AppStore,
  id: string,
  content: Record<string, unknown>,
): Promise<void> {
  const store = await localStore.whenOpen();
  const rejectedChange = await store.database.rejectedChanges.findOne(id).exec();
  if (!rejectedChange) return;
  const { FBUID: _FBUID, createdAt: _createdAt, ...fields } = content;
  const collection = rejectedChange.collectionName as CollectionName;
  await store.write(
    collection,
    rejectedChange.documentId,
    () => fields as unknown as Content<CollectionName>,
  );
  await rejectedChange.remove();
}

/**
 * Settles a conflict: of each field the person's value is written as a new write, or the server's stays; then the rejected change
 * goes. A field without a choice stays as it is.
 * @throws AppError `invalid-argument` with the field's path; then the rejected change stays
 */
export async function resolveConflict(
  { localStore }: AppStore,
  rejectedChangeId: string,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const store = await localStore.whenOpen();
  const rejectedChange = await store.database.rejectedChanges.findOne(rejectedChangeId).exec();
  if (!rejectedChange || rejectedChange.kind !== 'conflict') return;
  const both = rejectedChange.content as Readonly<Record<string, { readonly mine: unknown } | undefined>>;
  const mine = Object.entries(both).filter(([field]) => choices[field] === 'mine');
  await store.write(rejectedChange.collectionName as CollectionName, rejectedChange.documentId, (current) => {
    if (!current || mine.length === 0) return 'keep';
    const {
      FBUID: _FBUID,
      createdAt: _createdAt,
      writeId: _writeId,
      sync: _sync,
      ...fields
    } = toPlain(current);
    const chosen = Object.fromEntries(mine.map(([field, values]) => [field, values?.mine]));
    return { ...fields, ...chosen };
  });
  await rejectedChange.remove();
}

/** A document of the local store carries the store's own fields beside its own. */
function toPlain(document: object): Record<string, unknown> {
  return toContent(withoutMeta(document as WireDocument));
}
