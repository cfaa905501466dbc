import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { jobSpecSchema, type JobSpec } from '#shared/migration/job-spec.ts';

/** Whether two specifications ask for the same, whichever of them leaves out what has a default. */
export function isSameSpec(a: JobSpec, b: JobSpec): boolean {
  return isDeepStrictEqual(v.parse(jobSpecSchema, a), v.parse(jobSpecSchema, b));
}
