import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { RunningShop } from './shop-server.ts';
import { openAsStaff } from './staff-page.ts';

/** Signs in on the page's device, and waits until its store has the catalogue. */
export async function signInAsStaff(page: Page, shop: RunningShop): Promise<void> {
  await openAsStaff(page, shop, '/products/drones');
  await page.getByRole('link', { name: 'Edit Recon VTOL', exact: true }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker?.controller?.state === 'activated');
}

export async function openProductForm(page: Page, shop: RunningShop, path: string): Promise<void> {
  await page.goto(shop.origin + path);
  await field(page, 'Name').waitFor();
}

export function field(page: Page, label: string): Locator {
  return page.getByRole('form', { name: 'Product' }).getByLabel(label, { exact: true });
}

export async function fillProduct(page: Page, name: string): Promise<void> {
  await field(page, 'Name').fill(name);
  await field(page, 'Category').selectOption('drones');
  await field(page, 'Payment product id').fill(`prod_${name}`);
}

export const saveProduct = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** The stored product, as the admin reads it. */
export async function readProduct(shop: RunningShop, id: string): Promise<Record<string, unknown>> {
  const response = await shop.admin(`/testing/data/products/${id}`);
  return response.ok ? ((await response.json()) as Record<string, unknown>) : {};
}

/** How many history entries a product has. */
export async function countHistory(shop: RunningShop, id: string): Promise<number> {
  const response = await shop.admin(`/testing/data/products/${id}/history`);
  return ((await response.json()) as { entries: readonly unknown[] }).entries.length;
}

/** A picture to choose. @param hue tells it from others */
export async function createPicture(name: string, hue: number) {
  const background = `hsl(${hue}, 60%, 50%)`;
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
