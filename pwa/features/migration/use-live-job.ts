import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '#shared/migration/job.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchJob } from '#pwa/data/migration/admin-calls.ts';
import { logNotice } from '#pwa/data/log.ts';

/** A small job ends at once; of a long one nobody needs to know so often. */
const POLL_MS = { first: 150, most: 1500 };

/** Whether a job still changes by itself. */
export function isActive({ state }: Job): boolean {
  return state === 'running' || state === 'receiving';
}

export interface LiveJob {
  readonly job: Job;
  /** The server was not reached last time; the job goes on there. */
  readonly isStale: boolean;
  /** Takes over what an action of this page has answered. */
  readonly take: (job: Job) => void;
}

/**
 * A job as it stands now, asked for again and again while it runs.
 * @param known as it was when it was listed or started
 */
export function useLiveJob(known: Job, onEnd: () => void): LiveJob {
  const app = useAppStore();
  const [newest, setNewest] = useState(known);
  const [isStale, setIsStale] = useState(false);
  const job = newest.id === known.id && isLater(newest, known) ? newest : known;
  const end = useEffectEvent(onEnd);
  const isPolled = isActive(job);
  // A list of jobs comes without their problems.
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
        const answer = await fetchJob(app, known.id);
        if (isOver) return;
        setNewest(answer);
        setIsStale(false);
        if (isPolled && !isActive(answer)) end();
      } catch (error) {
        if (isOver) return;
        logNotice('How far a job has come could not be asked for.', error);
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

  return { job, isStale, take: setNewest };
}

/** Of two states of one job that which is further on. */
function isLater(one: Job, other: Job): boolean {
  if ((one.undoneBy === null) !== (other.undoneBy === null)) return one.undoneBy !== null;
  if (isActive(one) !== isActive(other) && one.position === other.position) return !isActive(one);
  return one.position >= other.position;
}
