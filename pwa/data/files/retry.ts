import { isStorageCode, STORAGE_CODES, type StorageCode } from '#shared/api/file-storage.ts';

/** A failure of keeping or fetching a file. `message` is written for a person. */
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

/** What an answer that isn't a success means: the reason it gives, or else what its status stands for. */
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

/** Calls something after a while. @returns how to forget it */
export type Schedule = (act: () => void, delayMs: number) => () => void;

export const scheduleTimer: Schedule = (act, delayMs) => {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
};

export interface RetryOptions {
  /** After so long nothing is tried any more, and what is under way ends. */
  readonly limitMs: number;
  readonly schedule: Schedule;
  /** From 0 to 1: what is added to each wait, in seconds, so that not everybody comes back at once. */
  readonly random: () => number;
  /** The person has thought better of it. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer to one attempt, read to its end. */
export interface Answer {
  readonly status: number;
  readonly bytes: ArrayBuffer;
}

/** Seconds; each wait is twice as long as the one before. */
const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 64;

/**
 * Tries until there is an answer that another attempt would not change.
 * @throws StorageError `retry-limit-exceeded` when the time is over, `canceled`
 */
export async function withRetries(
  attempt: (signal: AbortSignal) => Promise<Answer>,
  { limitMs, schedule, random, signal }: RetryOptions,
): Promise<Answer> {
  const ended = new AbortController();
  const cancel = () => ended.abort(new StorageError('canceled'));
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  let last: unknown;
  const forgetLimit = schedule(
    () => ended.abort(new StorageError('retry-limit-exceeded', { cause: last })),
    limitMs,
  );
  try {
    for (let waitS = FIRST_WAIT_S; ; waitS = Math.min(2 * waitS, LONGEST_WAIT_S)) {
      ended.signal.throwIfAborted();
      try {
        const answer = await attempt(ended.signal);
        if (!isPassing(answer.status)) return answer;
        last = new Error(`The storage answered ${answer.status}.`);
      } catch (error) {
        // Without a network there may be one the next time.
        last = error;
      }
      await pause((waitS + random()) * 1000, { schedule, signal: ended.signal });
    }
  } finally {
    forgetLimit();
    signal?.removeEventListener('abort', cancel);
  }
}

/** Whether another attempt may be answered otherwise. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** @throws the signal's reason as soon as it is aborted */
function pause(
  delayMs: number,
  { schedule, signal }: { readonly schedule: Schedule; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      forget();
      reject(signal.reason as Error);
    };
    const forget = schedule(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, delayMs);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
