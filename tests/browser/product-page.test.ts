import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpShopWorld({ device: 'without-worker' });
const PHONE = { width: 360, height: 740 };

async function openProduct(id: string): Promise<Page> {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/product/${id}`);
  await waitUntilHydrated(page);
  return page;
}

test('[R-DET-03] [R-DET-04] on a phone price and button are in view from the first screen to the last section', async () => {
  await world.page.setViewportSize(PHONE);
  const page = await openProduct('recon-vtol');
  const add = page.getByRole('button', { name: 'Add to Cart' });
  const price = page.locator('p').filter({ hasText: '$24,990.00' });
  for (const section of ['Specifications', 'Use cases', 'More drones']) {
    await expect.poll(() => isWhollyInView(page, add)).toBe(true);
    await expect.poll(() => isWhollyInView(page, price)).toBe(true);
    await page.getByRole('region', { name: section }).getByRole('heading').first().scrollIntoViewIfNeeded();
  }
  await add.click();
  await page.getByText('1 items in cart').first().waitFor({ state: 'attached' });
  // At the end of the page the bar is above the footer.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [bar, footer] = await Promise.all([add.boundingBox(), page.getByRole('contentinfo').boundingBox()]);
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
});

async function isWhollyInView(page: Page, target: ReturnType<Page['locator']>): Promise<boolean> {
  const box = await target.boundingBox();
  if (!box) return false;
  return box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
}

test('[R-DET-01] a picture is enlarged by key, turned with the arrows, closed with Escape, and the focus returns', async () => {
  const page = await openProduct('recon-vtol');
  const enlarge = page.getByRole('button', { name: /^Enlarge: Front three-quarter/ });
  await enlarge.press('Enter');
  const view = page.getByRole('dialog');
  await view.getByRole('heading', { name: 'View 1 of 6' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await view.getByRole('heading', { name: 'View 6 of 6' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await view.getByRole('button', { name: 'Next' }).click();
  await view.getByRole('heading', { name: 'View 2 of 6' }).waitFor();
  await view.getByRole('img', { name: /^Side view/ }).waitFor();
  const [dialog, window] = [await view.boundingBox(), page.viewportSize()];
  expect([dialog?.width, dialog?.height]).toEqual([window?.width, window?.height]);
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });
  await expect.poll(() => enlarge.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('[R-DET-07] from an aircraft to its battery, its charger and back, along the links of the pages', async () => {
  const page = await openProduct('recon-vtol');
  const fits = page.getByRole('region', { name: 'Fits with' });
  expect(await fits.getByRole('link').allTextContents()).toEqual([
    '6S 19000 mAh Battery',
    'Recon VTOL Propeller Set',
  ]);
  const drones = page.getByRole('region', { name: 'More drones' }).getByRole('link');
  expect(await drones.allTextContents()).toEqual(['Recon VTOL Agri', 'Scout Trainer', 'Surveyor M4']);
  await fits.getByRole('link', { name: '6S 19000 mAh Battery' }).click();
  await page.getByRole('heading', { level: 1, name: '6S 19000 mAh Battery' }).waitFor();
  // After a navigation the related products come from the local store.
  await expect
    .poll(() => fits.getByRole('link').allTextContents())
    .toEqual(['Recon VTOL', 'Dual Field Charger']);
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await way.getByRole('listitem').allTextContents()).toEqual([
    'Products',
    'Batteries',
    '6S 19000 mAh Battery',
  ]);
  await way.getByRole('link', { name: 'Batteries' }).click();
  await page.getByRole('heading', { level: 1, name: 'Batteries' }).waitFor();
});

test('[R-DET-07] a product that names no other, and that no other names, has no block for it', async () => {
  const page = await openProduct('battery-transport-case');
  expect(await page.getByRole('region', { name: 'More drones' }).count()).toBe(1);
  expect(await page.getByRole('region', { name: 'Fits with' }).count()).toBe(0);
});
