import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';

const PATHS = [
  '/',
  '/products/drones',
  '/product/recon-vtol',
  '/checkout',
  '/contact',
  '/login',
  '/legals/warranty',
  '/sync',
  '/nowhere',
];
let browser: Browser;
let shop: ShopServer;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchChromium(), startShopServer()]);
});

afterAll(async () => {
  await browser.close();
  await shop.stop();
});

for (const [theme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test(`[R-SHL-06] no screen has an accessibility fault or scrolls sideways, ${theme} at ${width} px`, async () => {
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    for (const path of PATHS) {
      await page.goto(shop.origin + path);
      await page.locator('h1').first().waitFor();
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await expectAccessible(page, path);
    }
    await context.close();
  });
}
