import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { JobSpec } from './job-spec.ts';
import { importReportSchema, planCountsSchema, planProblemSchema } from './plan.ts';
import { READ_SIDES } from './read-failures.ts';

/** `receiving`: the file of an import is being uploaded. `interrupted`: the server or the upload stopped; it can be resumed. */
export const JOB_STATES = ['receiving', 'running', 'done', 'cancelled', 'failed', 'interrupted'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** How much of an import's file has arrived, or was read. */
export const fileProgressSchema = v.strictObject({
  documents: v.number(),
  bytes: v.number(),
  totalBytes: v.number(),
});
export type FileProgress = v.InferOutput<typeof fileProgressSchema>;

/** `GET /admin/uploads/{id}/progress`: how much of a file has arrived, and how far a check of it is that runs at the moment. */
export const uploadSchema = v.looseObject({
  bytes: v.number(),
  totalBytes: v.number(),
  check: v.nullable(fileProgressSchema),
});
export type Upload = v.InferOutput<typeof uploadSchema>;

/** `GET /admin/jobs/{id}`: long work on the server, as far as it has come. */
export const jobSchema = v.looseObject({
  id: v.string(),
  /** Was checked when the job was started. */
  spec: v.custom<JobSpec>(isJsonObject),
  state: v.picklist(JOB_STATES),
  /** Documents looked at so far. */
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
  /** Set when a read stopped the job: which collection could not be read. `message` is the reason. */
  failedRead: v.optional(v.picklist(READ_SIDES)),
  /** The job that undid this one. */
  undoneBy: v.nullable(v.string()),
  /** Of an import whose file was read. */
  import: v.optional(importReportSchema),
  /**
   * Of an import whose file wasn't read to its end yet: how far reading it is, or how much of it has arrived. An import that
   * stopped can be resumed when all of its file has.
   */
  file: v.optional(fileProgressSchema),
});
export type Job = v.InferOutput<typeof jobSchema>;

/** `GET /admin/jobs?limit=`, the newest first, without their problems. */
export const jobsSchema = v.looseObject({
  jobs: v.array(jobSchema),
  /** Of all jobs, listed or not. */
  total: v.optional(v.number()),
});
