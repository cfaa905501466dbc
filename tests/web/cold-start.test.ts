import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { percentile, throttleCpu } from './measure-page.ts';
import { isFullCheck } from './web-setting.ts';

const world = setUpShopWorld();

const RUNS = isFullCheck ? 5 : 1;
const STARTS = [
  { slowdown: 1, maxMs: 600 },
  // Throttling only affects the timings, which only the full check judges.
  ...(isFullCheck ? [{ slowdown: 4, maxMs: 1300 }] : []),
];

/** Opens the list in a new tab. @returns milliseconds from the navigation to the products' paint */
async function startOffline(slowdown: number): Promise<number> {
  const page = await world.context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('main article')) return void requestAnimationFrame(look);
      requestAnimationFrame(() =>
        setTimeout(() => Object.assign(globalThis, { shownAt: performance.now() })),
      );
    };
    requestAnimationFrame(look);
  });
  const session = await world.context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await throttleCpu(page, slowdown);
  await page.goto(`${world.shop.origin}/products`);
  const shown = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt);
  const shownAt = Number(await shown.jsonValue());
  await page.close();
  return shownAt;
}

test('[R-SHP-02] a cold offline start shows the products at once', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/products`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // A page that was never opened shows its product only once the pull is done.
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).waitFor();
  await context.setOffline(true);
  await page.close();
  for (const { slowdown, maxMs } of STARTS) {
    const runs: number[] = [];
    while (runs.length < RUNS) runs.push(await startOffline(slowdown));
    const median = percentile(runs, 0.5);
    console.log(`Offline start, ${slowdown}x slower: ${Math.round(median)} ms`);
    // Timings need a quiet machine, so only the full check judges them.
    if (isFullCheck) expect(median, `${slowdown}x slower`).toBeLessThanOrEqual(maxMs);
  }
});
