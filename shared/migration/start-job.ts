import * as v from 'valibot';
import { jobSpecSchema } from './job-spec.ts';

/** `POST /admin/jobs`. With `planHash` a plan out of date is refused (`aborted`). */
export const startJobSchema = v.strictObject({
  spec: jobSpecSchema,
  planHash: v.optional(v.string()),
  /** Documents that would be rejected are listed and left out; otherwise one of them refuses the whole. */
  continue: v.optional(v.boolean()),
});
export type StartJob = v.InferOutput<typeof startJobSchema>;
