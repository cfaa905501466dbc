import * as v from 'valibot';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { purchaseOrderSchema, type PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';

/** What the server refused as the order it was to be; `undefined` for a conflict and for what is none. */
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
