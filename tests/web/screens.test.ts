import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { waitUntilLive } from '../support/wait-until-live.ts';
import { isFullCheck, ROUTES } from './web-setting.ts';

/** What can be opened on top of a screen, with the buttons that lead there. */
const OVERLAYS: readonly (readonly [path: string, steps: readonly (string | RegExp)[]])[] = [
  ['/products/batteries', [/^Add .* to bag$/]],
  ['/product/recon-vtol', ['Read More']],
  ['/product/recon-vtol', ['Features']],
  ['/product/recon-vtol', ['Dimensions & Weight']],
  ['/product/recon-vtol', ['Shipping & Delivery']],
  ['/', [/^Sync centre/]],
  ['/', [/^(Menu|Products)$/]],
];

const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [360, 1280].map((width) => ({ theme, width })));
/** The suite looks at every screen once, at half of them in each of two looks; the full check at all of it. */
const CHOSEN = isFullCheck
  ? LOOKS
  : LOOKS.filter(({ theme, width }) => (theme === 'light') === (width === 360));

let browser: Browser;
let shop: ShopServer;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchChromium(), startShopServer()]);
});

afterAll(async () => {
  await browser.close();
  await shop.stop();
});

async function withPage(width: number, theme: 'light' | 'dark', look: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  });
  await look(await context.newPage());
  await context.close();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(shop.origin + path);
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await waitUntilLive(page);
}

for (const [turn, { theme, width }] of CHOSEN.entries()) {
  const routes = isFullCheck ? ROUTES : ROUTES.filter((_, index) => index % CHOSEN.length === turn);
  test(`[R-SHL-06] no screen has an accessibility fault or scrolls sideways, ${theme} at ${width} px`, async () => {
    await withPage(width, theme, async (page) => {
      for (const [path] of routes) {
        await open(page, path);
        await expectAccessible(page, path);
      }
    });
  }, 600_000);

  test(`[R-SHL-06] nothing that opens on top of a screen has an accessibility fault, ${theme} at ${width} px`, async () => {
    await withPage(width, theme, async (page) => {
      for (const [path, steps] of OVERLAYS) {
        await open(page, path);
        for (const name of steps) await page.getByRole('button', { name }).first().click();
        const shown = page.locator('dialog[open], [aria-expanded="true"]');
        await shown.first().waitFor();
        await expectAccessible(page, `${path}: ${steps.join(', ')}`);
      }
    });
  }, 600_000);
}

// A window of 1280 px is one of 640 px at a zoom of 200 %, and of 320 px at 400 %.
test.each([320, 640])('[R-SHL-06] no screen scrolls sideways at %d px', async (width) => {
  await withPage(width, 'light', async (page) => {
    for (const [path] of ROUTES) {
      await open(page, path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});
