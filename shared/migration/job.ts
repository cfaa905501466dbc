import * as v from 'valibot';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { JobSpec } from './job-spec.ts';
import { importReportSchema, planCountsSchema, planProblemSchema } from './plan.ts';
import { READ_SIDES } from './read-failures.ts';

/** `receiving`: an import's file is being uploaded. `interrupted`: the server or upload stopped; it can be resumed. */
export const JOB_STATES = ['receiving', 'running', 'done', 'cancelled', 'failed', 'interrupted'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** How much of an import's file has been uploaded or read. */
export const fileProgressSchema = v.strictObject({
  documents: v.number(),
  bytes: v.number(),
  totalBytes: v.number(),
});
export type FileProgress = v.InferOutput<typeof fileProgressSchema>;

/** `GET /admin/uploads/{id}/progress`: progress of the upload, and of a running check of the file. */
export const uploadSchema = v.looseObject({
  bytes: v.number(),
  totalBytes: v.number(),
  check: v.nullable(fileProgressSchema),
});
export type Upload = v.InferOutput<typeof uploadSchema>;

/** `GET /admin/jobs/{id}`: a long-running job on the server and its progress. */
export const jobSchema = v.looseObject({
  id: v.string(),
  /** Validated when the job started. */
  spec: v.custom<JobSpec>(isJsonObject),
  state: v.picklist(JOB_STATES),
  /** Documents processed so far. */
  position: v.number(),
  /** Number of all documents, if known. */
  total: v.nullable(v.number()),
  counts: planCountsSchema,
  /** Of the first documents rejected or, in an undo, left unchanged; at most 1,000. */
  problems: v.array(planProblemSchema),
  problemCount: v.number(),
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  /** Email address or `admin`. */
  startedBy: v.string(),
  /** Reason for the failure, as a sentence. */
  message: v.nullable(v.string()),
  /** Set when a read stopped the job: which collection could not be read. `message` is the reason. */
  failedRead: v.optional(v.picklist(READ_SIDES)),
  /** The job that undid this one. */
  undoneBy: v.nullable(v.string()),
  /** A job that was cancelled after it had undone some of this one. */
  partlyUndoneBy: v.optional(v.string()),
  /** Present for an import whose file was read. */
  import: v.optional(importReportSchema),
  /**
   * Progress of uploading or reading an import's file, until it is read to the end. A stopped import can be resumed if
   * its upload is complete.
   */
  file: v.optional(fileProgressSchema),
});
export type Job = v.InferOutput<typeof jobSchema>;

type Ending = Pick<Job, 'spec' | 'state' | 'position' | 'problemCount' | 'undoneBy' | 'partlyUndoneBy'>;

/** Whether another job has taken back what this one wrote, or some of it. */
export function isUndone({ undoneBy, partlyUndoneBy }: Ending): boolean {
  return undoneBy !== null || partlyUndoneBy !== undefined;
}

/** Whether an import was refused because of problems in its file; then nothing was written. */
export function isFileRefused({ spec, state, position, problemCount }: Ending): boolean {
  return spec.kind === 'import' && state === 'failed' && position === 0 && problemCount > 0;
}

/**
 * Whether a job that is not running can be resumed once all of its file has arrived. It would not do again what was
 * undone, and a refused file would be refused again.
 */
export function isResumable(job: Ending): boolean {
  return job.state !== 'done' && !isUndone(job) && !isFileRefused(job);
}

/** `GET /admin/jobs?limit=`: newest first, without their problems. */
export const jobsSchema = v.looseObject({
  jobs: v.array(jobSchema),
  /** Number of all jobs, including those not listed. */
  total: v.optional(v.number()),
});
