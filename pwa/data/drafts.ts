import type { CollectionName } from '#shared/collections/catalogue.ts';
import type { Content } from './local-writes.ts';
import { whenShop } from './shop-handle.ts';

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
