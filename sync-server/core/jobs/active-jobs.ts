import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { JobStore } from './job-store.ts';
import { describeJob, isInTheWay, type TouchedCollections } from './touched-collections.ts';

interface Active extends TouchedCollections {
  readonly spec: JobSpec;
  readonly running: Promise<void>;
}

/** The jobs that this process works on, or is about to. */
export interface ActiveJobs {
  has(id: string): boolean;
  /**
   * Takes the collections that a job touches, does its work, and lets them go.
   * @throws AppError `failed-precondition` with the job that is in the way
   */
  enter<Result>(
    id: string,
    spec: JobSpec,
    touched: TouchedCollections,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Resolves when the job isn't worked on any more. */
  whenIdle(id: string): Promise<void>;
  whenAllIdle(): Promise<void>;
}

export function createActiveJobs(jobs: JobStore): ActiveJobs {
  const active = new Map<string, Active>();

  async function assertNoImport(spec: JobSpec, touched: TouchedCollections): Promise<void> {
    // Two imports at once write whole batches, each as if it stood alone.
    if (spec.kind === 'import') return;
    for (const other of await jobs.inStates(['receiving'])) {
      if (other.spec.kind !== 'import') continue;
      const { collection } = other.spec;
      if (isInTheWay(touched, { writes: collection, reads: collection }))
        throw inTheWay(other.id, other.spec);
    }
  }

  return {
    has: (id) => active.has(id),
    async enter(id, spec, touched, work) {
      for (const [other, entry] of active) {
        if (isInTheWay(touched, entry)) throw inTheWay(other, entry.spec);
      }
      let leave = () => {};
      const running = new Promise<void>((resolve) => (leave = resolve));
      active.set(id, { ...touched, spec, running });
      try {
        await assertNoImport(spec, touched);
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
  return new AppError('failed-precondition', message, { reason: 'JOB_RUNNING' });
}
