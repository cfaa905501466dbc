import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import {
  toDraftOrderContent,
  toOrderContent,
  type DraftOrderContent,
  type OrderContent,
} from '#shared/domain/draft-order.ts';
import { followingId } from '#shared/kernel/ids.ts';
import type { AppStore } from '../app-store.ts';
import { writeMerged, type Fields } from '../queries/write-merged.ts';
import type { LocalDatabase } from '../store/database.ts';
import { isKnownToServer, readState } from '../sync/local-states.ts';
import { dropDraftOrder, keepLabel } from './draft-order-store.ts';

type ChosenOrder = DraftOrderContent & { readonly role: PurchaseOrder['role'] };

/**
 * Turns a draft order into an order, or merges it into the order that it changes, and removes the draft order. The order
 * is stored on this device and pushed once there is a network. What others have changed in the order since the change
 * began stays; where both changed the same, theirs stays and the person is asked. A deleted order becomes a new one.
 * @param base the order when the change began; `undefined` for a new one
 * @returns the order's id
 * @throws AppError `invalid-argument` with the field's path; then the draft order is unchanged
 */
export async function confirmOrder(
  { localStore, draftOrders }: AppStore,
  id: string,
  content: ChosenOrder,
  base: DraftOrderContent | undefined,
): Promise<string> {
  const store = await localStore.whenOpen();
  const orderId = (await isDeletedOrder(store.database, id)) ? followingId(id) : id;
  await writeMerged(store, 'ukraines', orderId, {
    base: base && toFields(base as ChosenOrder),
    mine: toFields(content),
    together: ['role', 'engineeringNeeds', 'missionType'],
    finish: (fields) => {
      const { templateImage, ...order } = { templateImage: '', ...fields } as OrderContent;
      return {
        ...toOrderContent(toDraftOrderContent({ templateImage, ...order }) as ChosenOrder, templateImage),
      };
    },
  });
  const { rejectedChanges } = store.database;
  const ofOrder = { collectionName: 'ukraines', documentId: id } as const;
  // The new content corrects what the server refused; a conflict still needs a choice.
  await rejectedChanges.find({ selector: { ...ofOrder, kind: { $ne: 'conflict' } } }).remove();
  await draftOrders.change(async (parts) => {
    await dropDraftOrder(parts, id);
    const note = orderId === id ? null : await parts.database.orderNotes.findOne(id).exec();
    if (note) await keepLabel(parts, orderId, note.label);
  });
  return orderId;
}

/** Whether an order was deleted: the server takes no write under its id any more. */
export async function isDeletedOrder(database: LocalDatabase, id: string): Promise<boolean> {
  const state = await readState(database, 'ukraines', id);
  if (state && !state._deleted) return false;
  const selector = { collectionName: 'ukraines', documentId: id, kind: 'deleted-there' } as const;
  // What was refused at its creation, or has left this device, is missing here too.
  return isKnownToServer(state) || (await database.rejectedChanges.findOne({ selector }).exec()) !== null;
}

/** What the picker changes of an order. */
function toFields(order: ChosenOrder): Fields {
  const { templateImage: _templateImage, ...fields } = toOrderContent(order);
  return fields;
}
