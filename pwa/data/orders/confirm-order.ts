import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrderContent, type DraftOrderContent } from '#shared/domain/draft-order.ts';
import type { AppStore } from '../app-store.ts';
import { dropDraftOrder } from './draft-order-store.ts';

/**
 * Turns a draft order into an order, or applies it to its order, and removes the draft order. The order is stored on
 * this device and pushed once there is a network. Idempotent.
 * @throws AppError `invalid-argument` with the field's path; then the draft order is unchanged
 */
export async function confirmOrder(
  { localStore, draftOrders }: AppStore,
  id: string,
  content: DraftOrderContent & { readonly role: PurchaseOrder['role'] },
): Promise<void> {
  const store = await localStore.whenOpen();
  await store.write('ukraines', id, (order) => toOrderContent(content, order?.templateImage));
  // The new content corrects what the server refused; a conflict still needs a choice.
  const selector = { collectionName: 'ukraines', documentId: id, kind: { $ne: 'conflict' } } as const;
  await store.database.rejectedChanges.find({ selector }).remove();
  await draftOrders.change((parts) => dropDraftOrder(parts, id));
}
