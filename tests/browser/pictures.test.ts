import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpShopWorld();

const BUDGET = 41_943_040;
const MEGABYTE = 1_048_576;

test('[R-CST-12] a picture cached while the store is open evicts the oldest ones to stay within the budget', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/products`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await waitUntilHydrated(page);
  // Wait for the clean-up that runs at start.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  await page.evaluate(
    async ([count, bytes]) => {
      const pictures = await caches.open('pictures');
      for (let index = 0; index < count; index += 1) {
        await pictures.put(`/pictures/made-up/${index}.avif`, new Response(new Uint8Array(bytes)));
      }
    },
    [45, MEGABYTE] as const,
  );
  const kept = () =>
    page.evaluate(async () => {
      const pictures = await caches.open('pictures');
      const found: { path: string; bytes: number }[] = [];
      for (const request of await pictures.keys()) {
        const blob = await (await pictures.match(request))?.blob();
        found.push({ path: new URL(request.url).pathname, bytes: blob?.size ?? 0 });
      }
      return found;
    });
  const total = async () => (await kept()).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(await total()).toBeGreaterThan(BUDGET);
  expect(await page.evaluate(async () => (await fetch('/pictures/recon-vtol/3-1600.avif')).ok)).toBe(true);
  await expect.poll(total).toBeLessThanOrEqual(BUDGET);
  const paths = (await kept()).map(({ path }) => path);
  expect(paths).toContain('/pictures/recon-vtol/3-1600.avif');
  expect(paths).toContain('/pictures/made-up/44.avif');
  expect(paths).not.toContain('/pictures/made-up/0.avif');
});
