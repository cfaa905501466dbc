import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { JobHold, JobRecord, JobStore, TouchedCollections } from './job-store.ts';
import { describeJob, isInTheWay } from './touched-collections.ts';

/** How often a node renews its holds and looks for jobs that it can go on with. */
export const LOOK_MS = 5000;
/** How long a node has a job to itself. Each step and each look of the node renew it. */
const HOLD_MS = 15_000;
/** How long another node has time to go on, while the job still counts as running. */
const HANDOVER_MS = 2 * LOOK_MS;

/** Who works on which job: what several nodes know of each other. */
export interface JobHolds {
  /** Read it before the records that are compared with it: then no hold is renewed in between. */
  now(): Promise<number>;
  /** Whether somebody works on a job, or is about to go on with it. */
  isHeld(job: JobRecord, now: number): boolean;
  /** Whether this node may go on with a job of another one, which has ended or let it go. */
  isFree(job: JobRecord, now: number): boolean;
  /** Those of the jobs that are held, without this one. */
  heldBeside(id: string, jobs: readonly JobRecord[], now: number): readonly Working[];
  /** Whether this node works on it, and so may change it. */
  isOwn(job: JobRecord | undefined): job is JobRecord & { readonly hold: JobHold };
  /** The job, held by this node from now on. */
  take(job: JobRecord, work: Pick<Required<JobHold>, 'actor' | 'touched'>, now: number): JobRecord;
  /** A job of this node, held a while longer. */
  renew(job: JobRecord, now: number): JobRecord;
  /** A job of this node that another one may go on with. */
  letGo(job: JobRecord, now: number): JobRecord;
}

export interface JobHoldsOptions {
  readonly jobs: Pick<JobStore, 'now'>;
  /** This node's name, different from all others; without it, one process has the store. */
  readonly node: string | undefined;
  /** Whether a job has stopped in this process although its record could not be changed. */
  readonly hasStopped: (id: string) => boolean;
}

export function createJobHolds({ jobs, node, hasStopped }: JobHoldsOptions): JobHolds {
  const isShared = node !== undefined;
  const holder = node ?? createId();

  const isHeld: JobHolds['isHeld'] = ({ id, state, hold }, now) => {
    if (state !== 'running' || !hold) return false;
    if (!isShared) return hold.holder === holder && !hasStopped(id);
    return (hold.heldUntil ?? 0) + HANDOVER_MS > now;
  };

  return {
    // The hold of a process ends with it, whatever the time.
    now: async () => (isShared ? jobs.now() : 0),
    isHeld,
    isFree: ({ state, hold }, now) => state === 'running' && (hold?.heldUntil ?? 0) <= now,
    heldBeside: (id, jobs, now) =>
      jobs.flatMap((job) => {
        const { spec, hold } = job;
        return hold && job.id !== id && isHeld(job, now) ? { id: job.id, spec, touched: hold.touched } : [];
      }),
    isOwn: (job): job is JobRecord & { readonly hold: JobHold } =>
      job?.state === 'running' && job.hold?.holder === holder,
    take: (job, { actor, touched }, now) => ({
      ...job,
      hold: isShared ? { holder, heldUntil: now + HOLD_MS, actor, touched } : { holder, touched },
    }),
    renew: (job, now) => toHeldUntil(job, now + HOLD_MS),
    letGo: toHeldUntil,
  };
}

function toHeldUntil(job: JobRecord, heldUntil: number): JobRecord {
  const { hold } = job;
  return hold?.heldUntil === undefined ? job : { ...job, hold: { ...hold, heldUntil } };
}

/** The record of a job that nobody works on. */
export function withoutHold({ hold: _hold, ...job }: JobRecord): JobRecord {
  return job;
}

/** A job that wants to begin, or that somebody works on. */
export interface Working {
  readonly id: string;
  readonly spec: JobSpec;
  readonly touched: TouchedCollections;
}

/** @throws AppError `failed-precondition` with the job that is in the way of another */
export function assertNotInTheWay(of: Working, others: Iterable<Working>): void {
  for (const other of others) {
    // Imports may run together: each writes whole batches, as if it were alone.
    const areImports = of.spec.kind === 'import' && other.spec.kind === 'import';
    const isAllowed = other.id !== of.id && (areImports || !isInTheWay(of.touched, other.touched));
    if (!isAllowed) throw inTheWay(other);
  }
}

function inTheWay({ id, spec }: Working): AppError {
  const message =
    `Job ${id}, ${describeJob(spec)}, has not ended and is in the way. Nothing was changed. ` +
    'Wait for it, or cancel it, then try again.';
  return new AppError('failed-precondition', message, { reason: 'JOB_RUNNING', nothingWritten: true });
}
