import * as v from 'valibot';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { purchaseOrderSchema, type PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';

/** The rejected content as an order; `undefined` for a conflict or for content that isn't a valid order. */
export function toOrderOfRejectedChange({
  kind,
  content,
  documentId,
}: RejectedChange): PurchaseOrder | undefined {
  if (kind === 'conflict') return undefined;
  const order = { ...content, FBUID: documentId, writeId: '', sync: UNSYNCED };
  const { success, output } = v.safeParse(purchaseOrderSchema, order);
  return success ? output : undefined;
}
