import * as v from 'valibot';
import { UNSYNCED } from '#shared/collections/collection.ts';
import {
  purchaseOrderSchema,
  selectedComponentSchema,
  type PurchaseOrder,
} from '#shared/collections/purchase-orders.ts';
import type { DraftOrderContent } from '#shared/domain/draft-order.ts';
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

const { role, engineeringNeeds, missionType } = purchaseOrderSchema.entries;
const { name, quantity, price } = selectedComponentSchema.entries;

/** The valid parts of an order; a line whose quantity isn't valid starts again at 1. */
const partsSchema = v.object({
  role: v.fallback(v.union([role, v.literal('')]), ''),
  engineeringNeeds: v.fallback(engineeringNeeds, ''),
  missionType: v.fallback(missionType, ''),
  selectedComponents: v.fallback(v.array(v.unknown()), []),
});
const lineSchema = v.object({ name, quantity: v.fallback(quantity, 1), price });

/** What of the rejected content can be edited in the picker; `undefined` for a conflict. */
export function toDraftOfRejectedChange({ kind, content }: RejectedChange): DraftOrderContent | undefined {
  if (kind === 'conflict') return undefined;
  const { selectedComponents, ...purpose } = v.parse(partsSchema, content);
  const lines = selectedComponents.flatMap((line) => {
    const { success, output } = v.safeParse(lineSchema, line);
    return success ? [output] : [];
  });
  return { ...purpose, lines };
}
