import { AppError } from '#shared/kernel/app-error.ts';

/** Limits how many expensive tasks run at the same time. */
export interface Semaphore {
  /** @throws AppError `resource-exhausted` when the queue is full */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** At most `atOnce` tasks run and `waiting` wait; further ones are rejected with a retry time. */
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
    // The next task takes over the slot, so the count stays the same.
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
