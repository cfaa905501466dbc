import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectRoomForLargeText,
} from '../support/expect-accessible.ts';
import { navigateInApp } from '../support/navigate-in-app.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { HIDDEN_HISTORY, isFullCheck, ROUTES } from './web-setting.ts';

const world = setUpShopWorld({ device: 'returning', allowedErrors: HIDDEN_HISTORY });

interface Overlays {
  readonly path: string;
  /** Buttons that open a dialog or menu. */
  readonly buttons: readonly (string | RegExp)[];
  readonly isOffline?: boolean;
}

const OVERLAYS: readonly Overlays[] = [
  { path: '/products/batteries', buttons: [/^Add .* to cart$/] },
  {
    path: '/product/recon-vtol',
    buttons: ['Read More', 'Features', 'Dimensions & Weight', 'Shipping & Delivery'],
  },
  // Shoppers see the sync centre's button only while something is not in order.
  { path: '/', buttons: [/^Sync centre/, /^(Menu|Products)$/], isOffline: true },
];

interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  [360, 1280].map((width) => ({ theme, width })),
);
/** The suite checks every screen in one of two looks; the full check checks all screens in all looks. */
const CHOSEN = isFullCheck
  ? LOOKS
  : LOOKS.filter(({ theme, width }) => (theme === 'light') === (width === 360));

beforeEach(async () => {
  const { page, shop } = world;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The screens are reached from here as by links.
  await page.goto(`${shop.origin}/legals`);
  await waitUntilHydrated(page);
});

async function choose(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: 800 });
}

for (const [turn, look] of CHOSEN.entries()) {
  const name = `${look.theme} at ${look.width} px`;
  const routes = isFullCheck ? ROUTES : ROUTES.filter((_, index) => index % CHOSEN.length === turn);
  test(`[R-SHL-06] every screen is accessible and does not scroll sideways, ${name}`, async () => {
    const { page } = world;
    for (const [path, heading] of routes) {
      await choose(page, look);
      await navigateInApp(page, path);
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
      await expectAccessible(page, path);
      // A 1280 px window is 640 px wide at 200 % zoom and 320 px at 400 %.
      for (const width of [320, 640]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `${path} at ${width} px`);
      }
      await expectRoomForLargeText(page, path);
    }
  }, 600_000);

  test(`[R-SHL-06] every dialog and menu is accessible, ${name}`, async () => {
    const { page } = world;
    await choose(page, look);
    for (const { path, buttons, isOffline = false } of OVERLAYS) {
      await navigateInApp(page, path);
      await world.context.setOffline(isOffline);
      for (const button of buttons) {
        await page.getByRole('button', { name: button }).first().click();
        const shown = page.locator('dialog[open], [aria-expanded="true"]');
        await shown.first().waitFor();
        await expectAccessible(page, `${path}: ${button}`);
        if (look.width === 360) await expectRoomForLargeText(page, `${path}: ${button}`);
        await page.keyboard.press('Escape');
        await expect.poll(() => shown.count()).toBe(0);
      }
    }
  }, 600_000);
}
