import * as v from 'valibot';

/** What to do if the object already has the new name. All but `error` and `skip-doc` write the document. */
export const COLLISION_CHOICES = ['error', 'skip-doc', 'keep-target', 'keep-source', 'suffix'] as const;
export type CollisionChoice = (typeof COLLISION_CHOICES)[number];

/** One field by its path: `a.b[].old` with the new name `new`; `[]` means every entry of an array. */
const mapRuleSchema = v.strictObject({
  kind: v.literal('map'),
  from: v.pipe(v.string(), v.minLength(1), v.maxLength(1_500)),
  to: v.pipe(v.string(), v.minLength(1), v.maxLength(1_500)),
});

/** Replaces text in field names at every depth, never in values. */
const findRuleSchema = v.strictObject({
  kind: v.literal('find'),
  find: v.pipe(v.string(), v.minLength(1), v.maxLength(1_500)),
  replace: v.pipe(v.string(), v.maxLength(1_500)),
  /** `find` is a regular expression, and `replace` may contain `$1`. */
  regex: v.optional(v.boolean()),
  /** Matches whole words only: `price` in `net_price` and `netPrice`, but not in `priced`. */
  word: v.optional(v.boolean()),
  /** Applies below this path only, such as `location` or `lines[]`. */
  path: v.optional(v.pipe(v.string(), v.maxLength(1_500))),
});

/** Rules for renaming fields. All names of an object change at once, so two can swap. */
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
