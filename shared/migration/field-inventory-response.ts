import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';

/** One field of a collection, by its path, such as `lines[].price`. */
export const inventoryFieldSchema = v.strictObject({
  path: v.string(),
  /** Number of documents that have it. */
  documents: v.number(),
  /** Number of values by type: `text`, `number`, `boolean`, `null`, `object`, `array`. */
  types: v.custom<Readonly<Record<string, number>>>(isJsonObject),
  /** A value as JSON, shortened to 80 characters. */
  example: v.string(),
  /** Code of the document rule the name breaks, if any. */
  issue: v.nullable(v.string()),
});
export type InventoryField = v.InferOutput<typeof inventoryFieldSchema>;

/** `GET /admin/collections/{collection}/fields`, ordered by path. */
export const fieldInventorySchema = v.looseObject({
  documents: v.number(),
  fields: v.array(inventoryFieldSchema),
  /** Whether paths were omitted: beyond the first 2,000, too long or too deep. */
  isCut: v.boolean(),
});
export type FieldInventory = v.InferOutput<typeof fieldInventorySchema>;
