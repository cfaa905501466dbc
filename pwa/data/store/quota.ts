import { AppError } from '#shared/kernel/app-error.ts';
import { createStore, type ReadableStore } from '#pwa/create-store.ts';

/** The browser's storage quota on this device. */
export interface Quota {
  /** Whether the last attempt to store something failed for lack of space. */
  readonly isFull: ReadableStore<boolean>;
  /**
   * Stores something. Without space it removes cached pictures, which can be fetched again, and tries once more.
   * @throws AppError `resource-exhausted` when that isn't enough; nothing was stored then
   */
  withQuota<Result>(keep: () => Promise<Result>, makeRoom?: () => Promise<unknown>): Promise<Result>;
  /** Marks the device as full if that is what failed; other errors change nothing. */
  note(error: unknown): void;
}

export function createQuota(): Quota {
  const isFull = createStore(false);

  function succeeded<Result>(result: Result): Result {
    isFull.set(false);
    return result;
  }

  function note(error: unknown): void {
    if (isQuotaError(error)) isFull.set(true);
  }

  return {
    isFull,
    async withQuota(keep, makeRoom = dropPictures) {
      try {
        return succeeded(await keep());
      } catch (error) {
        if (!isQuotaError(error)) throw error;
      }
      await makeRoom();
      try {
        return succeeded(await keep());
      } catch (error) {
        note(error);
        if (!isQuotaError(error)) throw error;
        const message =
          'This device has no room left, so it could not be kept. Free some space and try again.';
        throw new AppError('resource-exhausted', message, { cause: error });
      }
    },
    note,
  };
}

/** The storage wraps the browser's error, sometimes more than once. */
export function isQuotaError(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; depth++) {
    if (one.name === 'QuotaExceededError' || /QuotaExceeded/.test(one.message)) return true;
    one = (one as { inner?: unknown }).inner ?? one.cause;
  }
  return false;
}

async function dropPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('pictures').catch(() => false);
}
