import { AppError } from '#shared/kernel/app-error.ts';

export interface RetryLoop {
  /** Requests a run; during a run, requests another one after it. */
  wake(): void;
  /** Like `wake`, and ends the wait before a retry, unless the server asked for that wait. */
  wakeNow(): void;
  /** Whether nothing runs and no retry is scheduled. */
  isIdle(): boolean;
  /** Resolves when nothing runs. */
  whenIdle(): Promise<void>;
  stop(): Promise<void>;
}

export interface RetryLoopOptions {
  readonly run: () => Promise<void>;
  /** Called with each failure; the loop itself never throws. */
  readonly onFailure: (error: unknown) => void;
  readonly random: () => number;
  /** Longest wait before a retry, unless the server asks for a longer one. Default: a minute. */
  readonly longestMs?: () => number;
}

/** Runs a task on request, never twice at once, and retries a failed run with growing delays. */
export function createRetryLoop({
  run,
  onFailure,
  random,
  longestMs = () => LONGEST_MS,
}: RetryLoopOptions): RetryLoop {
  let isAsked = false;
  let isStopped = false;
  let failures = 0;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Epoch milliseconds before which the server wants no retry. */
  let notBefore = 0;

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isStopped || running) return;
    running = work().finally(() => {
      running = undefined;
      if (isAsked && !isStopped && timer === undefined) start();
    });
  }

  async function work(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      try {
        await run();
        failures = 0;
      } catch (error) {
        onFailure(error);
        failures += 1;
        isAsked = true;
        const asked = toAskedDelay(error) * (1 + random() / 4);
        notBefore = Date.now() + asked;
        timer = setTimeout(start, Math.max(asked, Math.min(longestMs(), toDelay(failures, random))));
        return;
      }
    }
  }

  return {
    wake() {
      isAsked = true;
      if (timer === undefined) start();
    },
    wakeNow() {
      isAsked = true;
      if (timer !== undefined && Date.now() < notBefore) return;
      failures = 0;
      start();
    },
    isIdle: () => running === undefined && timer === undefined,
    async whenIdle() {
      while (running) await running;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Longest wait a server may ask for, so that a wrong header can't silence a device for good. */
const MAX_ASKED_MS = 600_000;

function toAskedDelay(error: unknown): number {
  const seconds = error instanceof AppError ? (error.retryAfter ?? 0) : 0;
  return Math.min(MAX_ASKED_MS, seconds * 1000);
}

const FIRST_MS = 1000;
const FACTOR = 1.5;
const LONGEST_MS = 60_000;

/** Milliseconds to wait after so many failures: 1 s, times 1.5 for each further one, at most 60 s, up to 25 % less. */
export function toDelay(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * FACTOR ** Math.max(0, failures - 1));
  return full * (1 - random() / 4);
}
