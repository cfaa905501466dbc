import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { describeJob, isInTheWay, type TouchedCollections } from './touched-collections.ts';

interface Active extends TouchedCollections {
  readonly spec: JobSpec;
  readonly running: Promise<void>;
}

/** The jobs that this process runs or is about to run. */
export interface ActiveJobs {
  has(id: string): boolean;
  /**
   * Locks the collections that a job touches, does its work, and unlocks them.
   * @throws AppError `failed-precondition` with the job that is in the way
   */
  enter<Result>(
    id: string,
    spec: JobSpec,
    touched: TouchedCollections,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Resolves when this process no longer works on the job. */
  whenIdle(id: string): Promise<void>;
  whenAllIdle(): Promise<void>;
}

export function createActiveJobs(): ActiveJobs {
  const active = new Map<string, Active>();

  return {
    has: (id) => active.has(id),
    async enter(id, spec, touched, work) {
      for (const [other, entry] of active) {
        // Imports may run together: each writes whole batches, as if it were alone.
        const areImports = spec.kind === 'import' && entry.spec.kind === 'import';
        if (!areImports && isInTheWay(touched, entry)) throw inTheWay(other, entry.spec);
      }
      let leave = () => {};
      const running = new Promise<void>((resolve) => (leave = resolve));
      active.set(id, { ...touched, spec, running });
      try {
        return await work();
      } finally {
        active.delete(id);
        leave();
      }
    },
    whenIdle: async (id) => active.get(id)?.running,
    whenAllIdle: async () => {
      await Promise.all([...active.values()].map(({ running }) => running));
    },
  };
}

function inTheWay(id: string, spec: JobSpec): AppError {
  const message =
    `Job ${id}, ${describeJob(spec)}, has not ended and is in the way. Nothing was changed. ` +
    'Wait for it, or cancel it, then try again.';
  return new AppError('failed-precondition', message, { reason: 'JOB_RUNNING', nothingWritten: true });
}
