import type { Actor } from '#shared/access/actor.ts';
import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import type { CommitScope, CommitView, Decision, DocumentStore } from '../document-store.ts';
import { stampNow } from '../stamp.ts';
import { createWriteBatch } from '../write-batch.ts';
import { decideBatch } from './decide-batch.ts';
import { toProgress, withProblems } from './job-record.ts';
import { withoutHold, type JobHolds } from './job-holds.ts';
import type { JobProgress, JobRecord } from './job-store.ts';
import { createWorkInSlices } from './work-slices.ts';
import type { Batch, Work } from './work.ts';

export interface JobParts {
  readonly store: DocumentStore;
  readonly holds: JobHolds;
  readonly clock: Clock;
  readonly actor: Actor;
  /** Whether the server is stopping. */
  readonly isStopped: () => boolean;
  /** Aborted when the job is cancelled or the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Writes the rest of a job in small commits, each with the job's progress; other calls run in between. Ends when
 * everything is done, the job was ended, another node works on it, or the server stops.
 */
export async function runJob(id: string, work: Work, parts: JobParts): Promise<void> {
  const { store, holds, clock, isStopped, signal } = parts;
  const workInSlices = createWorkInSlices(() => isStopped() || signal.aborted);
  for (let job = await store.jobs.read(id); holds.isOwn(job) && !isStopped();) {
    const batch = await work.next(job.cursor);
    if (batch) {
      if (!(await workInSlices(batch.prepare?.() ?? []))) return;
      job = await commitBatch(job, batch, parts);
    } else {
      const problems = (await work.conclude?.(job.position)) ?? [];
      await changeOwn(id, parts, (running) =>
        withProblems({ ...withoutHold(running), state: 'done', endedAt: utcIso(clock.now()) }, problems),
      );
      return;
    }
    await new Promise(setImmediate);
  }
}

async function commitBatch(
  { id, cursor }: JobRecord,
  batch: Batch,
  { store, holds, clock, actor }: JobParts,
): Promise<JobRecord | undefined> {
  const now = await holds.now();
  const scope = { documents: batch.reads, known: batch.known, writeIds: [], jobs: [id] };
  interface Committed {
    readonly job: JobRecord | undefined;
    readonly decided: readonly DecidedDocument[];
  }
  const { job, decided } = await store.commit<Committed>(scope, (view) => {
    const job = view.job(id);
    // Cancelled in the meantime, or another node works on it.
    if (!holds.isOwn(job) || job.cursor !== cursor) return emptyDecision({ job, decided: [] });
    const writes = createWriteBatch(view);
    const decided = decideBatch(batch.steps, writes, stampNow(clock, actor));
    const progress = toProgress(holds.renew(job, now), decided, batch);
    return { ...writes.toDecision({ job: progress.job, decided }), progress };
  });
  await batch.written?.(decided);
  return job;
}

/** Changes a job that this node works on. @returns the job afterwards; not this node's if it was not changed */
export function changeOwn(
  id: string,
  { store, holds }: Pick<JobParts, 'store' | 'holds'>,
  change: (job: JobRecord) => JobProgress | undefined,
): Promise<JobRecord | undefined> {
  return changeJob(store, id, (job) => (holds.isOwn(job) ? change(job) : undefined));
}

/**
 * Changes only a job, in a commit.
 * @param more what else its view has
 * @returns the job afterwards, whether or not `change` changed it
 */
export async function changeJob(
  store: DocumentStore,
  id: string,
  change: (job: JobRecord, view: CommitView) => JobProgress | undefined,
  { jobs = [], ...more }: Pick<CommitScope, 'jobs' | 'openJobs'> = {},
): Promise<JobRecord | undefined> {
  return store.commit({ documents: [], writeIds: [], jobs: [id, ...jobs], ...more }, (view) => {
    const job = view.job(id);
    const progress = job && change(job, view);
    return progress ? { ...emptyDecision(progress.job), progress } : emptyDecision(job);
  });
}

export function emptyDecision<Result>(result: Result): Decision<Result> {
  return { history: [], documents: [], verdicts: [], rejections: [], evictions: [], result };
}
