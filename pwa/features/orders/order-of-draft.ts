import { UNSYNCED } from '#shared/collections/collection.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toOrderContent } from '#shared/domain/order-sketch.ts';
import { isOffsetIso } from '#shared/kernel/clock.ts';
import type { Draft } from '#pwa/data/use-drafts.ts';
import { readRefusedOrder } from './refused-content.ts';

/** What the server refused as the order it was to be; `undefined` for a conflict and for what is none. */
export function toOrderOfDraft(draft: Draft): PurchaseOrder | undefined {
  const refused = readRefusedOrder(draft);
  const { createdAt } = draft.content;
  if (!refused || refused.role === '' || typeof createdAt !== 'string' || !isOffsetIso(createdAt)) {
    return undefined;
  }
  const content = toOrderContent({ ...refused, role: refused.role });
  return { ...content, FBUID: draft.documentId, createdAt, writeId: '', sync: UNSYNCED };
}
