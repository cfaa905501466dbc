import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentStore } from '../document-store.ts';
import { LOOK_MS, type JobHolds } from './job-holds.ts';
import type { JobRecord } from './job-store.ts';
import { changeOwn } from './run-job.ts';

/** Keeps the jobs that this node works on, and finds those that no node works on any more. */
export interface HoldKeeper {
  /** Lets other nodes go on with a job that this one no longer works on, if it has not ended. Never rejects. */
  letGo(id: string): Promise<void>;
  /** Finds no more jobs. */
  close(): Promise<void>;
}

export interface HoldKeeperOptions {
  readonly store: DocumentStore;
  readonly holds: JobHolds;
  /** Of the jobs that this node works on; aborted for a job that was ended, or taken over, on another node. */
  readonly stops: ReadonlyMap<string, AbortController>;
  /** Goes on with a job. @throws AppError `failed-precondition` while that is not possible */
  readonly goOn: (job: JobRecord) => Promise<void>;
  readonly log: { error(facts: object, text: string): void };
}

export function startHoldKeeper({ store, holds, stops, goOn, log }: HoldKeeperOptions): HoldKeeper {
  let looking: Promise<void> | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const now = await holds.now();
    // Taken before the records are read, which have them all.
    const own = [...stops];
    const running = await store.jobs.inStates(['running']);
    for (const [id, stop] of own) {
      if (!holds.isOwn(running.find((job) => job.id === id))) stop.abort();
      else await changeOwn(id, { store, holds }, (job) => toChange(holds.renew(job, now)));
    }
    for (const job of running) {
      if (isClosed) return;
      if (!stops.has(job.id) && holds.isFree(job, now)) await goOnIfPossible(job);
    }
  }

  async function goOnIfPossible(job: JobRecord): Promise<void> {
    try {
      await goOn(job);
    } catch (error) {
      // Another node was faster, or another job is in the way.
      if (!(error instanceof AppError && error.code === 'failed-precondition')) throw error;
    }
  }

  /** One look at a time. What failed is tried again by the next one. */
  function lookNow(): void {
    looking ??= look()
      .catch((err: unknown) => log.error({ err }, 'The jobs of the nodes could not be looked at.'))
      .finally(() => (looking = undefined));
  }

  const timer = setInterval(lookNow, LOOK_MS);
  timer.unref();
  return {
    async letGo(id) {
      try {
        const now = await holds.now();
        await changeOwn(id, { store, holds }, (job) => toChange(holds.letGo(job, now)));
      } catch {
        // The hold ends by itself.
      }
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await looking;
    },
  };
}

function toChange(job: JobRecord) {
  return { job, problems: [], others: [] };
}
