import { expect, test } from 'vitest';
import { createCacheBudget, MIN_CACHE_BYTES, trimPictures } from './picture-cache.ts';

/** A browser cache with one picture of each size in bytes. */
function createCaches(sizes: readonly number[]) {
  const pictures = new Map(sizes.map((bytes, index) => [`/pictures/${index}`, bytes]));
  const cache = {
    keys: async () => [...pictures.keys()].map((path) => new Request(`http://localhost${path}`)),
    match: async ({ url }: Request) => new Response(new Uint8Array(pictures.get(new URL(url).pathname) ?? 0)),
    delete: async ({ url }: Request) => pictures.delete(new URL(url).pathname),
  };
  const caches = { has: async () => true, open: async () => cache as unknown as Cache };
  return { caches, left: () => [...pictures.keys()] };
}

const budget = createCacheBudget(MIN_CACHE_BYTES);

test('[R-CST-12] the oldest pictures are removed until the rest and the local data fit the budget', async () => {
  const { caches, left } = createCaches([400_000, 400_000, 400_000]);
  const estimate = async () => ({ usageDetails: { indexedDB: 500_000 } });
  expect(await trimPictures(budget, caches, estimate)).toBe(2);
  expect(left()).toEqual(['/pictures/2']);
});

test('[R-CST-12] no picture is removed while everything fits, even if the database size is unknown', async () => {
  const { caches, left } = createCaches([400_000, 400_000]);
  expect(await trimPictures(budget, caches, async () => ({ usage: 1_000_000 }))).toBe(0);
  expect(left()).toHaveLength(2);
  expect(await trimPictures(budget, caches, async () => ({ usage: 1_400_000 }))).toBe(1);
});
