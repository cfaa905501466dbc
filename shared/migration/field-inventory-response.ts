import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';

/** One field of a collection at its path, e.g. `lines[].price`. */
export const inventoryFieldSchema = v.strictObject({
  path: v.string(),
  /** Documents that have it. */
  documents: v.number(),
  /** `text`, `number`, `boolean`, `null`, `object`, `array` → how many values of each. */
  types: v.custom<Readonly<Record<string, number>>>(isJsonObject),
  /** A value as JSON, shortened to 80 characters. */
  example: v.string(),
  /** Code of the document rule that the name breaks, if any. */
  issue: v.nullable(v.string()),
});
export type InventoryField = v.InferOutput<typeof inventoryFieldSchema>;

/** `GET /admin/collections/{collection}/fields`, ordered by path. */
export const fieldInventorySchema = v.looseObject({
  documents: v.number(),
  fields: v.array(inventoryFieldSchema),
  /** More paths than are listed: the inventory ends with 2,000. */
  isCut: v.boolean(),
});
export type FieldInventory = v.InferOutput<typeof fieldInventorySchema>;
