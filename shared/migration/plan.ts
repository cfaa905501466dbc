import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';

/** What a job does with one document. `reject`: it can't be written; `skip`: the job's options exclude it. */
export const PLAN_ACTIONS = ['create', 'replace', 'merge', 'delete', 'skip', 'reject', 'unchanged'] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** Number of documents by action; contains every action. */
export const planCountsSchema = v.strictObject({
  create: v.number(),
  replace: v.number(),
  merge: v.number(),
  delete: v.number(),
  skip: v.number(),
  reject: v.number(),
  unchanged: v.number(),
});
export type PlanCounts = v.InferOutput<typeof planCountsSchema>;

// Not `record`: its copy lacks fields named `constructor`, `prototype` and `__proto__`.
const documentSchema = v.custom<Readonly<Record<string, unknown>>>(isJsonObject);

/** One document before and after. `before` is null for a create, `after` for a delete. */
export const planSampleSchema = v.strictObject({
  id: v.string(),
  action: v.picklist(PLAN_ACTIONS),
  before: v.nullable(documentSchema),
  after: v.nullable(documentSchema),
});
export type PlanSample = v.InferOutput<typeof planSampleSchema>;

/** Why a document is rejected or collides, at `path` of the document `id`. */
export const planProblemSchema = v.strictObject({
  id: v.string(),
  /**
   * `collision`, `server-field`, `name-too-long`, `already-exists`, `unknown-time`, `data-loss`, a code of the document
   * rules, or `failed-precondition` for a field that doesn't fit the target's schema.
   */
  code: v.string(),
  path: v.string(),
  message: v.string(),
  /** Position in an imported file: line and column from 1, byte from 0. */
  line: v.optional(v.number()),
  column: v.optional(v.number()),
  byte: v.optional(v.number()),
});
export type PlanProblem = v.InferOutput<typeof planProblemSchema>;

/** A renamed path, its new name and the number of documents. */
export const renamedFieldSchema = v.strictObject({
  path: v.string(),
  to: v.string(),
  documents: v.number(),
});
export type RenamedField = v.InferOutput<typeof renamedFieldSchema>;

/** Result of reading an imported file. */
export const importReportSchema = v.strictObject({
  /** Description for display, such as `NDJSON, packed`. */
  format: v.string(),
  /** Number of documents that can be imported; `rejected` counts the parts of the file that can't. */
  documents: v.number(),
  rejected: v.number(),
  /** Decisions made while reading, as sentences. */
  notices: v.array(v.string()),
  /** Number of values that don't fit into the documents, by column or field. */
  leftOut: v.array(v.strictObject({ name: v.string(), count: v.number() })),
  /** Number of documents without an id in the file, which got a new one. */
  newIds: v.optional(v.number()),
  /** Creation time given to documents without one. */
  createdAt: v.optional(v.string()),
});
export type ImportReport = v.InferOutput<typeof importReportSchema>;

/** A field that the specification names but no document has. */
export const absentFieldSchema = v.strictObject({
  path: v.string(),
  /** Whether documents already have its new name: it may have been renamed before. */
  hasNewName: v.boolean(),
});
export type AbsentField = v.InferOutput<typeof absentFieldSchema>;

/** `POST /admin/plans`: exactly what a job would do now, without writing anything. */
export const planSchema = v.looseObject({
  documents: v.number(),
  counts: planCountsSchema,
  renamed: v.array(renamedFieldSchema),
  /** The first documents that change, at most 20. */
  samples: v.array(planSampleSchema),
  /** The first ones, at most 1,000. */
  problems: v.array(planProblemSchema),
  problemCount: v.number(),
  /** Renamed fields whose new name is taken; `lostValues` counts the values the collision choice drops. */
  collisions: v.number(),
  lostValues: v.number(),
  /** Documents whose field order changes because of a new name like `12`, which JavaScript puts first. */
  reordered: v.number(),
  /** Missing if there are none. */
  absentFields: v.optional(v.array(absentFieldSchema)),
  /** Covers the specification and every document's state and action. A job started with another hash is refused. */
  hash: v.string(),
  /** Present for an import. */
  import: v.optional(importReportSchema),
});
export type Plan = v.InferOutput<typeof planSchema>;
