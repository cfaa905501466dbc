import * as v from 'valibot';

/** What becomes of a name that the object has already. Every choice but `error` and `skip-doc` writes the document. */
export const COLLISION_CHOICES = ['error', 'skip-doc', 'keep-target', 'keep-source', 'suffix'] as const;
export type CollisionChoice = (typeof COLLISION_CHOICES)[number];

/** One field by its path: `a.b[].old` with the new name `new`; `[]` stands for every entry of an array. */
const mapRuleSchema = v.strictObject({
  kind: v.literal('map'),
  from: v.pipe(v.string(), v.minLength(1), v.maxLength(1_500)),
  to: v.pipe(v.string(), v.minLength(1), v.maxLength(1_500)),
});

/** Text of field names at every depth, never of values. */
const findRuleSchema = v.strictObject({
  kind: v.literal('find'),
  find: v.pipe(v.string(), v.minLength(1), v.maxLength(1_500)),
  replace: v.pipe(v.string(), v.maxLength(1_500)),
  /** `find` is a regular expression, `replace` may hold `$1`. */
  regex: v.optional(v.boolean()),
  /** Whole words of a name only: `price` of `net_price` and `netPrice`, not of `priced`. */
  word: v.optional(v.boolean()),
  /** Below this path only, e.g. `location` or `lines[]`. */
  path: v.optional(v.pipe(v.string(), v.maxLength(1_500))),
});

/** Which field names become which others: all names of an object change at once, so that two can change places. */
export const renameSpecSchema = v.strictObject({
  rules: v.pipe(
    v.array(v.variant('kind', [mapRuleSchema, findRuleSchema])),
    v.minLength(1),
    v.maxLength(100),
  ),
  onCollision: v.optional(v.picklist(COLLISION_CHOICES), 'error'),
});
export type RenameRule = RenameSpec['rules'][number];
export type RenameSpec = v.InferOutput<typeof renameSpecSchema>;
