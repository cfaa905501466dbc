import { isStorageCode, STORAGE_CODES, type StorageCode } from '#shared/api/file-storage.ts';

/** A failure to store or fetch a file. `message` is written for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageCode;

  constructor(code: StorageCode, details: { readonly about?: string; readonly cause?: unknown } = {}) {
    const { about, cause } = details;
    super(about === undefined ? STORAGE_CODES[code] : `${STORAGE_CODES[code]} (${about})`, { cause });
    this.code = code;
  }
}

const BY_STATUS: Readonly<Record<number, StorageCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  402: 'quota-exceeded',
  403: 'unauthorized',
  404: 'object-not-found',
  413: 'quota-exceeded',
};

/** The error for an unsuccessful response: by the reason in its body, or else by its status. */
export function toStorageError(status: number, text: string): StorageError {
  const { reason, message } = readError(text);
  const code = isStorageCode(reason) ? reason : (BY_STATUS[status] ?? 'unknown');
  return new StorageError(code, { cause: new Error(`${status} ${message ?? ''}`.trim()) });
}

function readError(text: string): { readonly reason?: unknown; readonly message?: unknown } {
  try {
    return (JSON.parse(text) as { error?: object } | null)?.error ?? {};
  } catch {
    return {};
  }
}

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
}

/** A response with its complete body. */
export interface StorageResponse {
  readonly status: number;
  readonly bytes: ArrayBuffer;
}

/** Seconds; each wait is twice as long as the one before. */
const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 64;

/**
 * Retries until a response is final.
 * @throws StorageError `retry-limit-exceeded` when time runs out, `canceled`
 */
export async function withRetries(
  attempt: (signal: AbortSignal) => Promise<StorageResponse>,
  { limitMs, schedule, random, signal }: RetryOptions,
): Promise<StorageResponse> {
  const ended = new AbortController();
  const cancel = () => ended.abort(new StorageError('canceled'));
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  let last: unknown;
  const cancelLimit = schedule(
    () => ended.abort(new StorageError('retry-limit-exceeded', { cause: last })),
    limitMs,
  );
  try {
    for (let waitS = FIRST_WAIT_S; ; waitS = Math.min(2 * waitS, LONGEST_WAIT_S)) {
      ended.signal.throwIfAborted();
      try {
        const response = await attempt(ended.signal);
        if (!isTransient(response.status)) return response;
        last = new Error(`The storage responded with ${response.status}.`);
      } catch (error) {
        // The network may be back for the next attempt.
        last = error;
      }
      await pause((waitS + random()) * 1000, { schedule, signal: ended.signal });
    }
  } finally {
    cancelLimit();
    signal?.removeEventListener('abort', cancel);
  }
}

/** Whether a retry may succeed. */
function isTransient(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** @throws the signal's reason as soon as it is aborted */
function pause(
  delayMs: number,
  { schedule, signal }: { readonly schedule: Schedule; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = schedule(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, delayMs);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
