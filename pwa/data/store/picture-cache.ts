import { AppError } from '#shared/kernel/app-error.ts';
import { whenIdle } from '#pwa/when-idle.ts';
import { logNotice } from '../log.ts';

/** Bytes that pictures and local data share unless told otherwise, and the least that may be set. */
export const DEFAULT_CACHE_BYTES = 41_943_040;
export const MIN_CACHE_BYTES = 1_048_576;

export interface CacheBudget {
  readonly bytes: number;
  /** Bytes that are left for pictures beside the local data; never below zero. */
  pictureBytes(localDataBytes: number): number;
}

/** @throws AppError `invalid-argument` for less than a megabyte */
export function createCacheBudget(bytes: number = DEFAULT_CACHE_BYTES): CacheBudget {
  if (!(bytes >= MIN_CACHE_BYTES)) {
    throw new AppError('invalid-argument', `The cache has at least ${MIN_CACHE_BYTES} bytes.`, {
      path: 'bytes',
    });
  }
  return { bytes, pictureBytes: (localDataBytes) => Math.max(0, bytes - localDataBytes) };
}

/** The cache of the service worker's that holds the larger pictures. */
const CACHE = 'pictures';

type Caches = Pick<CacheStorage, 'has' | 'open'>;
type Estimate = () => Promise<StorageEstimate & { usageDetails?: { indexedDB?: number } }>;

/**
 * Removes pictures, those that came first before the others, until they and the local data stay within the budget.
 * @returns how many went
 */
export async function trimPictures(budget: CacheBudget, caches: Caches, estimate: Estimate): Promise<number> {
  if (!(await caches.has(CACHE))) return 0;
  const { usage, usageDetails } = await estimate();
  // Everything together fits: nothing has to be counted.
  if (usage !== undefined && usage <= budget.bytes) return 0;
  const cache = await caches.open(CACHE);
  const sizes = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request);
      return { request, bytes: (await response?.blob())?.size ?? 0 };
    }),
  );
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  // Where the browser doesn't tell the database's share, it is what the pictures leave of the whole.
  const most = budget.pictureBytes(usageDetails?.indexedDB ?? Math.max(0, (usage ?? 0) - total));
  let removed = 0;
  for (const { request, bytes } of sizes) {
    if (total <= most) break;
    await cache.delete(request);
    total -= bytes;
    removed += 1;
  }
  return removed;
}

/** What the worker says when it has kept another picture, see `service-worker/tell-kept.ts`. */
const KEPT = 'PICTURE_KEPT';

let isWaiting = false;
let last: Promise<void> = Promise.resolve();

/** Keeps the pictures on this device within their budget: now, and after every picture that this page brings along. */
export function keepPictureBudget(): void {
  if (!('caches' in globalThis) || navigator.storage?.estimate === undefined) return;
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if ((data as { type?: string } | null)?.type === KEPT) trimSoon();
  });
  trimSoon();
}

/** Pictures that come together are counted together, once the page has nothing else to do. */
function trimSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  whenIdle(() => {
    isWaiting = false;
    last = last.then(trim);
  });
}

/** Never throws: pictures that are too many now are as many the next time. */
async function trim(): Promise<void> {
  await trimPictures(createCacheBudget(), caches, () => navigator.storage.estimate()).catch(
    (error: unknown) => logNotice('The pictures on this device could not be counted.', error),
  );
}
