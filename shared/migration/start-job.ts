import * as v from 'valibot';
import { jobSpecSchema } from './job-spec.ts';

/** `POST /admin/jobs`. With `planHash`, an outdated plan is refused (`aborted`). */
export const startJobSchema = v.strictObject({
  spec: jobSpecSchema,
  planHash: v.optional(v.string()),
  /** Lists and leaves out documents that would be rejected. Otherwise one of them stops the whole job. */
  continue: v.optional(v.boolean()),
});
export type StartJob = v.InferOutput<typeof startJobSchema>;
