import { AppError } from '#shared/kernel/app-error.ts';

export interface RetryLoop {
  /** Asks for a run; one that is asked for during a run follows it. */
  wake(): void;
  /** The same, and an attempt that waits doesn't wait any longer, unless the server has asked for the wait. */
  wakeNow(): void;
  /** Whether nothing runs and nothing waits for its next attempt. */
  isIdle(): boolean;
  /** Resolves when nothing runs and nothing was asked for. */
  whenIdle(): Promise<void>;
  stop(): Promise<void>;
}

export interface RetryLoopOptions {
  /** Does all there is to do. */
  readonly run: () => Promise<void>;
  /** Told of each failure; the loop itself never throws. */
  readonly onFailure: (error: unknown) => void;
  readonly random: () => number;
}

/** Runs a task when asked, never twice at once, and tries again later and later when it fails. */
export function createRetryLoop({ run, onFailure, random }: RetryLoopOptions): RetryLoop {
  let isAsked = false;
  let isStopped = false;
  let failures = 0;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Epoch milliseconds before which the server doesn't want to be asked. */
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
        timer = setTimeout(start, Math.max(asked, toDelay(failures, random)));
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

/** Longest wait a server may ask for: a wrong header doesn't silence a device for good. */
const MAX_ASKED_MS = 600_000;

function toAskedDelay(error: unknown): number {
  const seconds = error instanceof AppError ? (error.retryAfter ?? 0) : 0;
  return Math.min(MAX_ASKED_MS, seconds * 1000);
}

const FIRST_MS = 1000;
const FACTOR = 1.5;
const LONGEST_MS = 60_000;

/** Waits between attempts: one second, half as long again each time, at most a minute, up to a quarter earlier. */
export function toDelay(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * FACTOR ** Math.max(0, failures - 1));
  return full * (1 - random() / 4);
}
