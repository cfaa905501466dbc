import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrderContent, type SketchContent } from '#shared/domain/order-sketch.ts';
import { whenShop } from '../store/shop-handle.ts';
import { changeSketches } from './sketch-handle.ts';
import { dropSketch } from './sketch-store.ts';

/**
 * Makes an order of a sketch, or changes the order it is of: it is kept on this device and sent as soon as there is a
 * network. The sketch is done with then. Doing it twice is the same as once.
 * @throws AppError `invalid-argument` with the field's path; then the sketch is as it was
 */
export async function confirmOrder(
  id: string,
  content: SketchContent & { readonly role: PurchaseOrder['role'] },
): Promise<void> {
  const shop = await whenShop();
  await shop.write('ukraines', id, (order) => toOrderContent(content, order?.templateImage));
  // What the server had refused is put right with it; a conflict still waits for a choice.
  const selector = { collectionName: 'ukraines', documentId: id, kind: { $ne: 'conflict' } } as const;
  await shop.database.drafts.find({ selector }).remove();
  await changeSketches((parts) => dropSketch(parts, id));
}
