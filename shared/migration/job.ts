import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { JobSpec } from './job-spec.ts';
import { planCountsSchema, planProblemSchema } from './plan.ts';

/** `receiving`: an import waits for its next batch. `interrupted`: the server ended under it; it can be resumed. */
export const JOB_STATES = ['receiving', 'running', 'done', 'cancelled', 'failed', 'interrupted'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `GET /admin/jobs/{id}`: long work on the server, as far as it has come. */
export const jobSchema = v.looseObject({
  id: v.string(),
  /** Was checked when the job was started. */
  spec: v.custom<JobSpec>(isJsonObject),
  state: v.picklist(JOB_STATES),
  /** Documents looked at so far; an import goes on with the one after. */
  position: v.number(),
  /** Documents in all, where it is known. */
  total: v.nullable(v.number()),
  counts: planCountsSchema,
  /** The first rejected or, in an undo, left ones; at most 1,000. */
  problems: v.array(planProblemSchema),
  problemCount: v.number(),
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  /** E-mail address or `admin`. */
  startedBy: v.string(),
  /** Why it failed, as a sentence. */
  message: v.nullable(v.string()),
  /** The job that undid this one. */
  undoneBy: v.nullable(v.string()),
});
export type Job = v.InferOutput<typeof jobSchema>;

/** `GET /admin/jobs`, the newest first, without their problems. */
export const jobsSchema = v.looseObject({ jobs: v.array(jobSchema) });
