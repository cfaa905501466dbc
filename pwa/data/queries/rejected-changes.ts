import type { CollectionName } from '#shared/collections/catalogue.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { chooseEntries, pairByName, type ConflictChoice } from '#shared/sync/named-entries.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { Content } from '../store/local-writes.ts';
import type { AppStore } from '../app-store.ts';
import { withoutMeta } from '../sync/on-disk.ts';

/** Key of the unsent edits of a rejected change. */
export function toReviewKey(rejectedChangeId: string): string {
  return `rejected/${rejectedChangeId}`;
}

/** Deletes a rejected change for good. */
export async function discardRejectedChange({ localStore, forms }: AppStore, id: string): Promise<void> {
  const { database } = await localStore.whenOpen();
  const rejectedChange = await database.rejectedChanges.findOne(id).exec();
  await rejectedChange?.remove();
  forms.remove(toReviewKey(id));
}

/**
 * Writes the edited content of a rejected change again. The rejected change is removed once the write is stored on this
 * device.
 * @throws AppError `invalid-argument` with the field's path; then the rejected change stays
 */
export async function resendRejectedChange(
  { localStore, forms }: AppStore,
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
  forms.remove(toReviewKey(id));
}

/**
 * Settles a conflict: writes the chosen side of each field, or of each entry of a list with unique names, then removes
 * the rejected change. Other fields stay unchanged.
 * @throws AppError `invalid-argument` with the field's path; then the rejected change stays
 */
export async function resolveConflict(
  { localStore }: AppStore,
  rejectedChangeId: string,
  choices: Readonly<Record<string, ConflictChoice>>,
): Promise<void> {
  const store = await localStore.whenOpen();
  const rejectedChange = await store.database.rejectedChanges.findOne(rejectedChangeId).exec();
  if (!rejectedChange || rejectedChange.kind !== 'conflict') return;
  const both = rejectedChange.content as Readonly<Record<string, BothValues>>;
  await store.write(rejectedChange.collectionName as CollectionName, rejectedChange.documentId, (current) => {
    if (!current) return 'keep';
    const { FBUID: _FBUID, createdAt: _createdAt, ...fields } = toPlain(current);
    const chosen = Object.entries(both).flatMap(([field, { mine, theirs }]) => {
      const choice = choices[field] ?? 'theirs';
      if (choice === 'theirs') return [];
      const pairs = pairByName(mine, theirs) ?? [];
      return [[field, choice === 'mine' ? mine : chooseEntries(fields[field], pairs, choice)] as const];
    });
    const isSame = chosen.every(([field, value]) => isJsonEqual(value, fields[field]));
    return isSame ? 'keep' : { ...fields, ...Object.fromEntries(chosen) };
  });
  await rejectedChange.remove();
}

interface BothValues {
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The document's content, without the fields of RxDB and the sync layer. */
function toPlain(document: object): Record<string, unknown> {
  return toContent(withoutMeta(document as WireDocument));
}
