import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { importProducts } from '../support/import-products.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { waitUntilLive } from '../support/wait-until-live.ts';

const world = setUpOwnShopWorld({ device: 'without-worker' });

/** More than two pages of a pull. */
const ADDED = 420;

/** @returns how many there are then */
async function addProducts(): Promise<number> {
  const products = Array.from({ length: ADDED }, (_none, index) => ({
    FBUID: `bulk-${index}`,
    ...productContent(`Bulk ${index}`),
  }));
  await importProducts(world.shop, products);
  const { documents } = (await (await world.shop.admin('/testing/data/products')).json()) as {
    documents: readonly unknown[];
  };
  return documents.length;
}

test('[R-LST-06] [R-DET-14] while a catalogue of several pages arrives, nothing is said to be missing and no number is told', async () => {
  const count = await addProducts();
  const { page, shop } = world;
  const held: Route[] = [];
  let isHeld = true;
  // The first page comes; the pages after it wait.
  await page.route(/\/products\/pull\?.*after=[^&]/, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  await page.goto(shop.origin);
  await waitUntilLive(page);
  await page.getByRole('link', { name: 'All products' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('article').first().waitFor();
  const main = page.getByRole('main');
  await page.getByRole('searchbox', { name: 'Search products' }).fill(`Bulk ${ADDED - 1}`);
  await main.getByText('Loading products').waitFor({ state: 'attached' });
  expect(await main.getByText(/No product matches|\d+ products?$/).count()).toBe(0);
  // A product that isn't here yet is on its way, not missing.
  await page.evaluate(
    (path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    },
    `/product/bulk-${ADDED - 1}`,
  );
  await page.locator('[aria-busy="true"], [role="status"]').first().waitFor({ state: 'attached' });
  expect(await main.getByText('no document data selected').count()).toBe(0);

  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await page.getByRole('heading', { level: 1, name: `Bulk ${ADDED - 1}` }).waitFor();
  await page.goto(`${shop.origin}/products`);
  await main.getByText(`${count} products`, { exact: true }).waitFor();
});
