import * as v from 'valibot';
import { renameSpecSchema } from './rename-spec.ts';

/**
 * `insert` only creates, `upsert` creates and replaces, `merge` overwrites the target's top-level fields with the
 * source's, `replace-all` is `upsert` that also deletes documents missing from the source.
 */
export const WRITE_MODES = ['insert', 'upsert', 'merge', 'replace-all'] as const;
export type WriteMode = (typeof WRITE_MODES)[number];

/** What to do if the target has the document with other content. `newer` compares the times of the last change. */
export const CONFLICT_CHOICES = ['error', 'skip', 'overwrite', 'newer'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

const collectionName = v.pipe(v.string(), v.minLength(1), v.maxLength(1_500));

export const renameJobSchema = v.strictObject({
  kind: v.literal('rename'),
  collection: collectionName,
  rename: renameSpecSchema,
});

export const copyJobSchema = v.strictObject({
  kind: v.literal('copy'),
  source: collectionName,
  target: collectionName,
  mode: v.optional(v.picklist(WRITE_MODES), 'upsert'),
  onConflict: v.optional(v.picklist(CONFLICT_CHOICES), 'overwrite'),
  /** Conditions that must all hold: `field=value`, `!=`, `<`, `<=`, `>`, `>=`; the value is JSON or plain text. */
  where: v.optional(v.array(v.string()), []),
  rename: v.optional(renameSpecSchema),
});

/** File formats. Without one, the format is detected from the file's content and name. */
export const IMPORT_FORMATS = ['ndjson', 'json', 'csv', 'firestore'] as const;

const shortText = v.pipe(v.string(), v.minLength(1), v.maxLength(300));

/** Reads an uploaded file into a collection. */
export const importJobSchema = v.strictObject({
  kind: v.literal('import'),
  collection: collectionName,
  /** Id of the upload. */
  upload: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,40}$/)),
  /** Name of the file. */
  label: shortText,
  mode: v.optional(v.picklist(['insert', 'upsert', 'merge']), 'upsert'),
  onConflict: v.optional(v.picklist(CONFLICT_CHOICES), 'overwrite'),
  format: v.optional(v.picklist(IMPORT_FORMATS)),
  /** Field with the id, such as `sku` or `_id.$oid`; by default `FBUID`, then `id`, then `_id`. */
  idField: v.optional(shortText),
  /** Path of the documents within one object, such as `rows[].doc`. */
  documents: v.optional(shortText),
  /** `text` keeps table cells as text; `detect` reads numbers, booleans and empty cells if a whole column fits. */
  types: v.optional(v.picklist(['text', 'detect'])),
  /** Category of products whose row has none. */
  category: v.optional(shortText),
  /** What to do with unpublished products of a Shopify export. */
  unpublished: v.optional(v.picklist(['import', 'skip'])),
  rename: v.optional(renameSpecSchema),
  /** Leaves out documents that can't be imported. Otherwise one of them stops the import before it writes. */
  continue: v.optional(v.boolean()),
  /** Writes everything in one transaction. */
  atomic: v.optional(v.boolean()),
  /** Compares the stored documents with the file at the end. */
  verify: v.optional(v.boolean()),
});

/** Reverts the changes of another job. Documents changed since then stay and are listed. */
export const undoJobSchema = v.strictObject({ kind: v.literal('undo'), job: v.string() });

export const jobSpecSchema = v.variant('kind', [
  renameJobSchema,
  copyJobSchema,
  importJobSchema,
  undoJobSchema,
]);
export type JobSpec = v.InferOutput<typeof jobSpecSchema>;
export type RenameJobSpec = v.InferOutput<typeof renameJobSchema>;
export type CopyJobSpec = v.InferOutput<typeof copyJobSchema>;
export type ImportJobSpec = v.InferOutput<typeof importJobSchema>;
export type UndoJobSpec = v.InferOutput<typeof undoJobSchema>;
