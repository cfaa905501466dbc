import * as v from 'valibot';
import { purchaseOrderSchema } from '#shared/collections/purchase-orders.ts';
import { toSketchContent, type SketchContent } from '#shared/domain/order-sketch.ts';
import type { Draft } from '#pwa/data/use-drafts.ts';

const { role, engineeringNeeds, missionType, selectedComponents } = purchaseOrderSchema.entries;
const contentSchema = v.object({ role, engineeringNeeds, missionType, selectedComponents });

/** What the server refused of an order, as far as it can be changed here; `undefined` where there is nothing of it. */
export function readRefusedOrder(draft: Draft | undefined): SketchContent | undefined {
  if (!draft || draft.kind === 'conflict') return undefined;
  const parsed = v.safeParse(contentSchema, draft.content);
  return parsed.success ? toSketchContent({ templateImage: '', ...parsed.output }) : undefined;
}
