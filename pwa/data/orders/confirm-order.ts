import { firstValueFrom } from 'rxjs';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import {
  toDraftOrderContent,
  toOrderContent,
  type DraftOrderContent,
  type OrderContent,
} from '#shared/domain/draft-order.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { AppStore } from '../app-store.ts';
import { writeMerged, type Fields } from '../queries/write-merged.ts';
import type { LocalDatabase } from '../store/database.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { dropDraftOrder, keepLabel } from './draft-order-store.ts';

type ChosenOrder = DraftOrderContent & { readonly role: PurchaseOrder['role'] };

/**
 * Turns a draft order into an order, or merges it into the order that it changes, and removes the draft order. The order
 * is stored on this device and pushed once there is a network. What others have changed in the order since the change
 * began stays; where both changed the same, theirs stays and the person is asked. A deleted order becomes a new one.
 * @returns the order's id
 * @throws AppError `invalid-argument` with the field's path; then the draft order is unchanged
 */
export async function confirmOrder(app: AppStore, id: string, content: ChosenOrder): Promise<string> {
  const { localStore, draftOrders } = app;
  const store = await localStore.whenOpen();
  const { database } = await draftOrders.whenOpen();
  const base = (await database.draftOrders.findOne(id).exec())?.toMutableJSON().base;
  const orderId = (await isDeleted(app, store.database, id, base)) ? createId() : id;
  await writeMerged(store, 'ukraines', orderId, {
    base: base && toFields(base as ChosenOrder),
    mine: toFields(content),
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

/** Whether the order of a change was deleted: the server takes no write under its id any more. */
async function isDeleted(
  { connection }: Pick<AppStore, 'connection'>,
  database: LocalDatabase,
  id: string,
  base: DraftOrderContent | undefined,
): Promise<boolean> {
  if (await database.ukraines.findOne(id).exec()) return false;
  const selector = { collectionName: 'ukraines', documentId: id, kind: 'deleted-there' } as const;
  if (await database.rejectedChanges.findOne({ selector }).exec()) return true;
  return base !== undefined && (await firstValueFrom(hasArrived({ database, connection }, 'ukraines')));
}

/** What the picker changes of an order. */
function toFields(order: ChosenOrder): Fields {
  const { templateImage: _templateImage, ...fields } = toOrderContent(order);
  return fields;
}
