import type { CacheBudget } from './cache-budget.ts';

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
