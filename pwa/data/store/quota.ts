import { AppError } from '#shared/kernel/app-error.ts';
import { createStore, useStore } from '#pwa/create-store.ts';

/** Whether the last attempt to keep something failed because this device has no room for it. */
export const isDeviceFull = createStore(false);

/** The same for a screen: what is here can still be read. */
export const useIsDeviceFull = () => useStore(isDeviceFull, () => false);

/**
 * Keeps something on this device. When there is no room, pictures that can be fetched again make some, and it is tried
 * once more.
 * @throws AppError `resource-exhausted` when that isn't enough; then nothing was kept
 */
export async function withQuota<Result>(
  keep: () => Promise<Result>,
  makeRoom: () => Promise<unknown> = dropPictures,
): Promise<Result> {
  try {
    return noteKept(await keep());
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  await makeRoom();
  try {
    return noteKept(await keep());
  } catch (error) {
    noteStorageError(error);
    if (!isQuotaError(error)) throw error;
    const message = 'This device has no room left, so it could not be kept. Free some space and try again.';
    throw new AppError('resource-exhausted', message, { cause: error });
  }
}

/** Takes note of a failure that says that there is no room; of others it says nothing. */
export function noteStorageError(error: unknown): void {
  if (isQuotaError(error)) isDeviceFull.set(true);
}

function noteKept<Result>(result: Result): Result {
  isDeviceFull.set(false);
  return result;
}

/** The storage wraps what the browser says, more than once. */
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
