import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, watchComplaints } from '../support/chromium.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';

let browser: Browser;
let shop: ShopServer;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchChromium(), startShopServer()]);
});

afterAll(async () => {
  await browser.close();
  await shop.stop();
});

test('[ST1] [R-SHP-03] a product changed through the API shows in another open browser within a second, without reload', async () => {
  const page = await browser.newPage();
  const complaints = watchComplaints(page);
  await page.goto(`${shop.origin}/products/propellers`);
  await page.getByRole('heading', { name: 'Pusher Propeller 17x10' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Replication listens once its first pulls are through; the change comes after that.
  await page.waitForLoadState('load');
  await expect.poll(() => shop.admin('/testing/data/products/pusher-propeller-17x10').then(({ status }) => status)).toBe(200);
  await page.waitForTimeout(500);

  const patched = await shop.admin('/testing/data/products/pusher-propeller-17x10', {
    method: 'PATCH',
    json: { productName: 'Pusher Propeller 17x10 Mk II' },
  });
  expect(patched.status).toBe(200);
  await page.getByRole('heading', { name: 'Pusher Propeller 17x10 Mk II' }).waitFor({ timeout: 1000 });
  expect(complaints).toEqual([]);
  await page.close();
});
