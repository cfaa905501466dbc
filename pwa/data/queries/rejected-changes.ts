import type { CollectionName } from '#shared/collections/catalogue.ts';
import { followingId } from '#shared/kernel/ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { mergeFields } from '#shared/sync/merge.ts';
import { chooseEntries, pairByName, type ConflictChoice } from '#shared/sync/named-entries.ts';
import type { AppStore } from '../app-store.ts';
import type { RejectedChange } from '../sync/rejected-change-record.ts';
import { toOwnContent, writeMerged } from './write-merged.ts';

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
 * Writes the edited content of a rejected change again; what others have changed since the refused write began stays. The
 * rejected change is removed once the write is stored on this device.
 * @returns the document's id, which is new where the document was deleted; `undefined` if the rejected change is gone
 * @throws AppError `invalid-argument` with the field's path; then the rejected change stays
 */
export async function resendRejectedChange(
  { localStore, forms }: AppStore,
  id: string,
  content: Record<string, unknown>,
): Promise<string | undefined> {
  const store = await localStore.whenOpen();
  const rejectedChange = await store.database.rejectedChanges.findOne(id).exec();
  if (!rejectedChange) return undefined;
  const { collectionName, documentId, base, kind } = rejectedChange.toJSON() as RejectedChange;
  // The server takes nothing under the id of a deleted document.
  const isRenewed = kind === 'deleted-there' && MADE_IDS.includes(collectionName);
  const resentId = isRenewed ? followingId(documentId) : documentId;
  await writeMerged(store, collectionName as CollectionName, resentId, {
    base: base && toOwnContent(base),
    mine: toOwnContent(content),
  });
  await rejectedChange.remove();
  forms.remove(toReviewKey(id));
  return resentId;
}

/** Collections in which a device makes up the ids, so that another one can take its place. */
const MADE_IDS = ['contacts', 'ukraines', 'templates'];

interface BothValues {
  readonly mine: unknown;
  readonly theirs: unknown;
}

/**
 * Both values of each field of a conflict, with what was changed in the document since: theirs is what the document has
 * now, and mine is put on that. A field on which both agree by now is left out.
 */
export function toPresentConflict(
  content: RejectedChange['content'],
  current: Readonly<Record<string, unknown>>,
): Readonly<Record<string, BothValues>> {
  const fields = Object.entries(content as Readonly<Record<string, BothValues>>);
  return Object.fromEntries(
    fields.flatMap(([field, { mine, theirs }]) => {
      const now = current[field] ?? null;
      // The merge keeps the second side where both changed something.
      const rebased = mergeFields({ [field]: theirs }, { [field]: now }, { [field]: mine }).content[field];
      return isJsonEqual(rebased, now) ? [] : [[field, { mine: rebased, theirs: now }]];
    }),
  );
}

/**
 * Settles a conflict: writes the chosen side of each field, or of each entry of a list with unique names, then removes
 * the rejected change. Everything else stays as it is now.
 * @throws AppError `invalid-argument` with the field's path, `not-found` if mine is chosen and the document was deleted;
 *   then the rejected change stays
 */
export async function resolveConflict(
  { localStore }: AppStore,
  rejectedChangeId: string,
  choices: Readonly<Record<string, ConflictChoice>>,
): Promise<void> {
  const store = await localStore.whenOpen();
  const rejectedChange = await store.database.rejectedChanges.findOne(rejectedChangeId).exec();
  if (!rejectedChange || rejectedChange.kind !== 'conflict') return;
  await store.write(rejectedChange.collectionName as CollectionName, rejectedChange.documentId, (current) => {
    if (!current) {
      if (Object.values(choices).every((choice) => choice === 'theirs')) return 'keep';
      throw new AppError('not-found', 'This was deleted meanwhile, so your version can’t be put into it.');
    }
    const fields = toOwnContent(current);
    const both = toPresentConflict(rejectedChange.content, fields);
    const chosen = Object.entries(both).flatMap(([field, { mine, theirs }]) => {
      const choice = choices[field] ?? 'theirs';
      if (choice === 'theirs') return [];
      const pairs = pairByName(mine, theirs) ?? [];
      // The document has no such field.
      const value = choice === 'mine' ? (mine ?? undefined) : chooseEntries(fields[field], pairs, choice);
      return [[field, value] as const];
    });
    const isSame = chosen.every(([field, value]) => isJsonEqual(value, fields[field]));
    return isSame ? 'keep' : { ...fields, ...Object.fromEntries(chosen) };
  });
  await rejectedChange.remove();
}
