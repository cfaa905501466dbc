import { AppError } from '#shared/kernel/app-error.ts';
import { whenIdle } from '#pwa/when-idle.ts';
import { logNotice } from '../log.ts';

/** Default budget for pictures and local data together, and the smallest allowed one, in bytes. */
export const DEFAULT_CACHE_BYTES = 41_943_040;
export const MIN_CACHE_BYTES = 1_048_576;

export interface CacheBudget {
  readonly bytes: number;
  /** Bytes left for pictures after the local data; never negative. */
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

/** The service worker's cache of larger pictures. */
const CACHE = 'pictures';

type Caches = Pick<CacheStorage, 'has' | 'open'>;
type Estimate = () => Promise<StorageEstimate & { usageDetails?: { indexedDB?: number } }>;

/**
 * Removes cached pictures, oldest first, until they and the local data are within the budget.
 * @returns how many were removed
 */
export async function trimPictures(budget: CacheBudget, caches: Caches, estimate: Estimate): Promise<number> {
  if (!(await caches.has(CACHE))) return 0;
  const { usage, usageDetails } = await estimate();
  // The total fits the budget, so there is no need to measure single pictures.
  if (usage !== undefined && usage <= budget.bytes) return 0;
  const cache = await caches.open(CACHE);
  const sizes = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request);
      return { request, bytes: (await response?.blob())?.size ?? 0 };
    }),
  );
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  // Browsers without `usageDetails`: everything that isn't a picture counts as local data.
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

/** The worker's message after it has cached a picture, see `service-worker/service-worker.ts`. */
const KEPT = 'PICTURE_KEPT';

let isWaiting = false;
let last: Promise<void> = Promise.resolve();

/** Keeps the cached pictures within their budget: now, and after every picture this page caches. */
export function keepPictureBudget(): void {
  if (!('caches' in globalThis) || navigator.storage?.estimate === undefined) return;
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if ((data as { type?: string } | null)?.type === KEPT) trimSoon();
  });
  trimSoon();
}

/** Trims once for all pictures cached shortly after one another, when the page is idle. */
function trimSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  whenIdle(() => {
    isWaiting = false;
    last = last.then(trim);
  });
}

/** Never throws: the next run trims what this one could not. */
async function trim(): Promise<void> {
  await trimPictures(createCacheBudget(), caches, () => navigator.storage.estimate()).catch(
    (error: unknown) => logNotice('The pictures on this device could not be counted.', error),
  );
}
