import * as v from 'valibot';
import { renameSpecSchema } from './rename-spec.ts';

/**
 * `insert` creates only, `upsert` creates and replaces, `merge` lays the source's top fields over the target's,
 * `replace-all` besides deletes what the source doesn't have.
 */
export const WRITE_MODES = ['insert', 'upsert', 'merge', 'replace-all'] as const;
export type WriteMode = (typeof WRITE_MODES)[number];

/** What becomes of a document that the target has with other content; `newer` compares the times of the last change. */
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
  /** Conditions that must all hold, `field=value`, `!=`, `<`, `<=`, `>`, `>=`; the value is JSON or plain text. */
  where: v.optional(v.array(v.string()), []),
  rename: v.optional(renameSpecSchema),
});

/** Its documents come one batch after another from whoever reads the file. */
export const importJobSchema = v.strictObject({
  kind: v.literal('import'),
  collection: collectionName,
  mode: v.optional(v.picklist(['insert', 'upsert', 'merge']), 'upsert'),
  onConflict: v.optional(v.picklist(CONFLICT_CHOICES), 'overwrite'),
  /** Name of the file, for people. */
  label: v.optional(v.pipe(v.string(), v.maxLength(300))),
  /** Stands for the input: only the same one goes on with an unfinished import. */
  fingerprint: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** Writes back what another job has changed; what was changed since stays and is listed. */
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
