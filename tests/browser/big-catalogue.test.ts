import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { importProducts } from '../support/import-products.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpOwnShopWorld({ device: 'without-worker' });

/** Fills more than two pull pages. */
const ADDED = 420;

/** @returns the number of products on the server afterwards */
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

test('[R-LST-06] [R-DET-14] while a catalogue of several pull pages loads, no product is reported missing and no count is shown', async () => {
  const count = await addProducts();
  const { page, shop } = world;
  const held: Route[] = [];
  let isHeld = true;
  // Lets the first page through and holds the rest.
  await page.route(/\/products\/pull\?.*after=[^&]/, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  await page.goto(shop.origin);
  await waitUntilHydrated(page);
  await page.getByRole('link', { name: 'All products' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('article').first().waitFor();
  const main = page.getByRole('main');
  await page.getByRole('searchbox', { name: 'Search products' }).fill(`Bulk ${ADDED - 1}`);
  await main.getByText('Loading products').waitFor({ state: 'attached' });
  expect(await main.getByText(/No product matches|\d+ products?$/).count()).toBe(0);
  // A product that has not been pulled yet is loading, not missing.
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
