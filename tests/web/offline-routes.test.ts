import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { ROUTES } from './web-setting.ts';

const world = setUpShopWorld();

test('[R-SHP-02] every route answers offline, by deep link and by reload', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/products`);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Everything has arrived once a page that was never opened shows from this device alone.
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).waitFor();
  await context.setOffline(true);
  for (const [path, heading] of ROUTES) {
    for (const open of ['deep link', 'reload'] as const) {
      await (open === 'reload' ? page.reload() : page.goto(shop.origin + path));
      const shown = page.getByRole('heading', { level: 1, name: heading }).first();
      await shown.waitFor({ timeout: 10_000 }).catch((cause: unknown) => {
        throw new Error(`${path} did not show offline by ${open}`, { cause });
      });
    }
  }
});
