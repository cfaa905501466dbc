import { assertNotInTheWay, type Working } from './job-holds.ts';

interface Active extends Working {
  readonly running: Promise<void>;
}

/** The jobs that this process runs or is about to run. */
export interface ActiveJobs {
  /**
   * Locks the collections that a job touches, does its work, and unlocks them.
   * @throws AppError `failed-precondition` with the job that is in the way
   */
  enter<Result>(job: Working, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when this process no longer works on the job. */
  whenIdle(id: string): Promise<void>;
  whenAllIdle(): Promise<void>;
}

export function createActiveJobs(): ActiveJobs {
  const active = new Map<string, Active>();

  return {
    async enter(job, work) {
      assertNotInTheWay(job, active.values());
      let leave = () => {};
      const running = new Promise<void>((resolve) => (leave = resolve));
      active.set(job.id, { ...job, running });
      try {
        return await work();
      } finally {
        active.delete(job.id);
        leave();
      }
    },
    whenIdle: async (id) => active.get(id)?.running,
    whenAllIdle: async () => {
      await Promise.all([...active.values()].map(({ running }) => running));
    },
  };
}
