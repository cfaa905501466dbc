import type { CollectionName } from '#shared/collections/catalogue.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { Content } from '../store/local-writes.ts';
import type { AppStore } from '../app-store.ts';
import { withoutMeta } from '../sync/local-states.ts';

/** Deletes a rejected change for good. */
export async function discardRejectedChange({ localStore }: AppStore, id: string): Promise<void> {
  const { database } = await localStore.whenOpen();
  const rejectedChange = await database.rejectedChanges.findOne(id).exec();
  await rejectedChange?.remove();
}

/**
 * Writes the edited content of a rejected change again. The rejected change is removed once the write is stored on this
 * device.
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
 * Settles a conflict: writes the person's value of each field for which they chose `mine`, then removes the rejected
 * change. Other fields stay unchanged.
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

/** The document's content, without the fields of RxDB and the sync layer. */
function toPlain(document: object): Record<string, unknown> {
  return toContent(withoutMeta(document as WireDocument));
}
