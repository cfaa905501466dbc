import { AppError } from '#shared/kernel/app-error.ts';

/** Runs costly work a few at a time. */
export interface Semaphore {
  /** @throws AppError `resource-exhausted` when too many wait already */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** At most `atOnce` pieces of work run, at most `waiting` wait; the rest is turned away with a time to come back. */
export function createSemaphore(atOnce: number, waiting: number): Semaphore {
  let running = 0;
  const queue: (() => void)[] = [];

  function take(): Promise<void> | undefined {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (queue.length >= waiting) {
      throw new AppError(
        'resource-exhausted',
        'Too many sign-ins at the moment. Try again in a few seconds.',
        {
          retryAfter: 5,
          reason: 'too-many-requests',
        },
      );
    }
    return new Promise((resolve) => queue.push(resolve));
  }

  function release(): void {
    const next = queue.shift();
    // A waiting piece takes the slot over, so that the count stays.
    if (next) next();
    else running -= 1;
  }

  return {
    async run(work) {
      await take();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
