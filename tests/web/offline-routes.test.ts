import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { isFullCheck, ROUTES } from './web-setting.ts';

const world = setUpShopWorld();

/** Online the suite opens each route once; the full check reloads it too. */
const WAYS = ['deep link', 'reload'] as const;

test('[R-SHP-02] every route answers online and offline, by deep link and by reload, without an error or a breach of the policy', async () => {
  const { page, context, shop } = world;
  // Whatever else a page complains of fails the test as well.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  );
  await page.goto(`${shop.origin}/products`);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Everything has arrived once a page that was never opened shows from this device alone.
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).waitFor();
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    for (const [path, heading] of ROUTES) {
      for (const open of isOffline || isFullCheck ? WAYS : WAYS.slice(0, 1)) {
        await (open === 'reload' ? page.reload() : page.goto(shop.origin + path));
        const shown = page.getByRole('heading', { level: 1, name: heading }).first();
        await shown.waitFor({ timeout: 10_000 }).catch((cause: unknown) => {
          throw new Error(`${path} did not show ${isOffline ? 'offline' : 'online'} by ${open}`, { cause });
        });
      }
    }
  }
});
