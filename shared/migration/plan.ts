import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';

/** What a job does with one document. `reject`: it would break a rule; `skip`: a choice of the person leaves it out. */
export const PLAN_ACTIONS = ['create', 'replace', 'merge', 'delete', 'skip', 'reject', 'unchanged'] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** How many documents meet which fate; every action is there. */
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

/** One document before and after; `before` is null where there is none yet, `after` where none is left. */
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
   * rules, or `failed-precondition` where the target's schema doesn't take a field.
   */
  code: v.string(),
  path: v.string(),
  message: v.string(),
  /** Place in an imported file: line and column from 1, byte from 0. */
  line: v.optional(v.number()),
  column: v.optional(v.number()),
  byte: v.optional(v.number()),
});
export type PlanProblem = v.InferOutput<typeof planProblemSchema>;

/** How often a name at a path becomes another one. */
export const renamedFieldSchema = v.strictObject({
  path: v.string(),
  to: v.string(),
  documents: v.number(),
});
export type RenamedField = v.InferOutput<typeof renamedFieldSchema>;

/** What reading an imported file has shown. */
export const importReportSchema = v.strictObject({
  /** In words, e.g. `NDJSON, packed`. */
  format: v.string(),
  /** Documents that can be imported, and parts of the file that can't. */
  documents: v.number(),
  rejected: v.number(),
  /** Sentences about what was decided on the way. */
  notices: v.array(v.string()),
  /** Values without a place in the documents, by column or field. */
  leftOut: v.array(v.strictObject({ name: v.string(), count: v.number() })),
  /** Documents that got a new id, because the file has none for them. */
  newIds: v.optional(v.number()),
  /** The time of creation that documents without one got. */
  createdAt: v.optional(v.string()),
});
export type ImportReport = v.InferOutput<typeof importReportSchema>;

/** A field that the specification names and no document has. */
export const absentFieldSchema = v.strictObject({
  path: v.string(),
  /** Documents have the name that it would get: it may have been renamed before. */
  hasNewName: v.boolean(),
});
export type AbsentField = v.InferOutput<typeof absentFieldSchema>;

/** `POST /admin/plans`: exactly what a job would do now. Nothing is written. */
export const planSchema = v.looseObject({
  documents: v.number(),
  counts: planCountsSchema,
  renamed: v.array(renamedFieldSchema),
  /** The first ones that change, at most 20. */
  samples: v.array(planSampleSchema),
  /** The first ones, at most 1,000. */
  problems: v.array(planProblemSchema),
  problemCount: v.number(),
  /** Fields that meet another one of their new name, and values that the choice for that case drops. */
  collisions: v.number(),
  lostValues: v.number(),
  /** Documents with a new name like `12`: JavaScript puts such a field first. */
  reordered: v.number(),
  /** Missing where there is none. */
  absentFields: v.optional(v.array(absentFieldSchema)),
  /** Stands for the specification and every document's state and fate; a job given it refuses to begin when it differs. */
  hash: v.string(),
  /** Of an import. */
  import: v.optional(importReportSchema),
});
export type Plan = v.InferOutput<typeof planSchema>;
