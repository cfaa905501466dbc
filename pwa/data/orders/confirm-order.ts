import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrderContent, type DraftOrderContent } from '#shared/domain/draft-order.ts';
import type { AppStore } from '../app-store.ts';
import { dropDraftOrder } from './draft-order-store.ts';

/**
 * Makes an order of a draft order, or changes the order it is of: it is kept on this device and sent as soon as there is a
 * network. The draft order is done with then. Doing it twice is the same as once.
 * @throws AppError `invalid-argument` with the field's path; then the draft order is as it was
 */
export async function confirmOrder(
  { localStore, draftOrders }: AppStore,
  id: string,
  content: DraftOrderContent & { readonly role: PurchaseOrder['role'] },
): Promise<void> {
  const store = await localStore.whenOpen();
  await store.write('ukraines', id, (order) => toOrderContent(content, order?.templateImage));
  // What the server had refused is put right with it; a conflict still waits for a choice.
  const selector = { collectionName: 'ukraines', documentId: id, kind: { $ne: 'conflict' } } as const;
  await store.database.rejectedChanges.find({ selector }).remove();
  await draftOrders.change((parts) => dropDraftOrder(parts, id));
}
