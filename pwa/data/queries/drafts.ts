import type { CollectionName } from '#shared/collections/catalogue.ts';
import type { Content } from '../store/local-writes.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import { whenShop } from '../store/shop-handle.ts';
import { withoutMeta } from '../sync/local-states.ts';

/** Throws a draft away, for good. */
export async function discardDraft(id: string): Promise<void> {
  const { database } = await whenShop();
  const draft = await database.drafts.findOne(id).exec();
  await draft?.remove();
}

/**
 * Sends a draft's content again, as edited, as a new write; the draft goes once the write is kept on this device.
 * @throws AppError `invalid-argument` with the field's path; then the draft stays
 */
export async function resendDraft(id: string, content: Record<string, unknown>): Promise<void> {
  const shop = await whenShop();
  const draft = await shop.database.drafts.findOne(id).exec();
  if (!draft) return;
  const { FBUID: _FBUID, createdAt: _createdAt, ...fields } = content;
  const collection = draft.collectionName as CollectionName;
  await shop.write(collection, draft.documentId, () => fields as unknown as Content<CollectionName>);
  await draft.remove();
}

/**
 * Settles a conflict: of each field the person's value is written as a new write, or the server's stays; then the draft
 * goes. A field without a choice stays as it is.
 * @throws AppError `invalid-argument` with the field's path; then the draft stays
 */
export async function resolveConflict(
  draftId: string,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const shop = await whenShop();
  const draft = await shop.database.drafts.findOne(draftId).exec();
  if (!draft || draft.kind !== 'conflict') return;
  const both = draft.content as Readonly<Record<string, { readonly mine: unknown } | undefined>>;
  const mine = Object.entries(both).filter(([field]) => choices[field] === 'mine');
  await shop.write(draft.collectionName as CollectionName, draft.documentId, (current) => {
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
  await draft.remove();
}

/** A document of the local store carries the store's own fields beside its own. */
function toPlain(document: object): Record<string, unknown> {
  return toContent(withoutMeta(document as WireDocument));
}
