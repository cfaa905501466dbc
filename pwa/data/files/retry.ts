import { StorageError, toStorageError } from './storage-error.ts';

/** Calls a function after a delay. @returns a function that cancels it */
export type Schedule = (act: () => void, delayMs: number) => () => void;

export const scheduleTimer: Schedule = (act, delayMs) => {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
};

export interface RetryOptions {
  /** Time limit for all attempts; the pending one is aborted. */
  readonly limitMs: number;
  readonly schedule: Schedule;
  /** Jitter from 0 to 1, added to each wait in seconds, so that clients don't all retry at once. */
  readonly random: () => number;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Ends a wait early, e.g. because the network is back, unless the server asked for it. @returns unsubscribes */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
}

/** A response with its complete body. */
export interface StorageResponse {
  readonly status: number;
  readonly text: string;
  /** Seconds that the server asks to wait. */
  readonly retryAfter?: number | undefined;
}

/** Seconds; each wait is twice as long as the one before. */
const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 64;

/**
 * Retries until a response is final.
 * @param attempt calls `onProgress` when something got through: the next wait is short again
 * @throws StorageError `retry-limit-exceeded` when time runs out, with the server's words for its own limit; `canceled`
 */
export async function withRetries(
  attempt: (signal: AbortSignal, onProgress: () => void) => Promise<StorageResponse>,
  { limitMs, schedule, random, signal, onWake = () => () => undefined }: RetryOptions,
): Promise<StorageResponse> {
  const ended = new AbortController();
  const cancel = () => ended.abort(new StorageError('canceled'));
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  let last: unknown;
  let waitS = FIRST_WAIT_S;
  const cancelLimit = schedule(() => {
    const isRefusal = last instanceof StorageError;
    ended.abort(isRefusal ? last : new StorageError('retry-limit-exceeded', { cause: last }));
  }, limitMs);
  try {
    for (;;) {
      ended.signal.throwIfAborted();
      let asked = 0;
      try {
        const response = await attempt(ended.signal, () => (waitS = FIRST_WAIT_S));
        if (!isTransient(response.status)) return response;
        asked = response.retryAfter ?? 0;
        const { status, text } = response;
        last =
          status === 429 ? toStorageError(status, text) : new Error(`The storage responded with ${status}.`);
      } catch (error) {
        // The network may be back for the next attempt.
        last = error;
      }
      const delayMs = (Math.max(asked, waitS) + random()) * 1000;
      await pause(delayMs, { schedule, signal: ended.signal, onWake: asked > 0 ? undefined : onWake });
      waitS = Math.min(2 * waitS, LONGEST_WAIT_S);
    }
  } finally {
    cancelLimit();
    signal?.removeEventListener('abort', cancel);
  }
}

/** Whether a retry may succeed. 409 and 423: another request of this upload is still at work. */
export function isTransient(status: number): boolean {
  return (status >= 500 && status !== 507) || [408, 409, 423, 429].includes(status);
}

/** @throws the signal's reason as soon as it is aborted */
export function pause(
  delayMs: number,
  { schedule, signal, onWake }: Pick<RetryOptions, 'schedule' | 'onWake'> & { readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      unsubscribe?.();
      signal.removeEventListener('abort', fail);
    };
    const fail = () => {
      stop();
      reject(signal.reason as Error);
    };
    const end = () => {
      stop();
      resolve();
    };
    const cancel = schedule(end, delayMs);
    const unsubscribe = onWake?.(end);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
