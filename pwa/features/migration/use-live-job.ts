import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchJob } from '#pwa/data/migration/admin-calls.ts';
import { logNotice } from '#pwa/data/log.ts';

/** Doubles from `first` to `most`: small jobs end at once, long ones need fewer requests. */
const POLL_MS = { first: 150, most: 1500 };

/** Whether a job still makes progress. */
export function isActive({ state }: Job): boolean {
  return state === 'running' || state === 'receiving';
}

export interface LiveJob {
  readonly job: Job;
  /** Whether the last request failed; the job continues on the server. */
  readonly isStale: boolean;
  /** Applies the job that an action on this page returned. */
  readonly update: (job: Job) => void;
}

/**
 * The current state of a job, polled while it runs.
 * @param known its state when it was listed or started
 */
export function useLiveJob(known: Job, onEnd: () => void): LiveJob {
  const app = useAppStore();
  const [newest, setNewest] = useState(known);
  const [isStale, setIsStale] = useState(false);
  const job = newest.id === known.id && isLater(newest, known) ? newest : known;
  const handleEnd = useEffectEvent(onEnd);
  const isPolled = isActive(job);
  // Listed jobs come without their problems.
  const isIncomplete = job.problemCount > 0 && job.problems.length === 0;

  useEffect(() => {
    if (!isPolled && !isIncomplete) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delay = POLL_MS.first;
    function pollLater() {
      timer = setTimeout(() => void poll().then(() => isOver || pollLater()), delay);
      delay = Math.min(2 * delay, POLL_MS.most);
    }
    async function poll() {
      try {
        const fetched = await fetchJob(app, known.id);
        if (isOver) return;
        setNewest(fetched);
        setIsStale(false);
        if (isPolled && !isActive(fetched)) handleEnd();
      } catch (error) {
        if (isOver) return;
        logNotice('The state of a job could not be fetched.', error);
        setIsStale(true);
      }
    }
    if (isIncomplete) void poll();
    if (isPolled) pollLater();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [app, known.id, isPolled, isIncomplete]);

  return { job, isStale, update: setNewest };
}

/** Whether `one` is the same as or a later state of the job than `other`. */
function isLater(one: Job, other: Job): boolean {
  if ((one.undoneBy === null) !== (other.undoneBy === null)) return one.undoneBy !== null;
  if (isActive(one) !== isActive(other) && one.position === other.position) return !isActive(one);
  return one.position >= other.position;
}
