import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { importProducts } from '../support/import-products.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpOwnShopWorld({ device: 'without-worker', allowedErrors: /status of 404/ });

/** In addition to the demo's products; three pages of them all. */
const ADDED = 100;
let count: number;

beforeAll(async () => {
  const products = Array.from({ length: ADDED }, (_none, index) => ({
    FBUID: `bulk-${index}`,
    ...productContent(`Bulk ${String(index).padStart(3, '0')}`),
  }));
  await importProducts(world.shop, products);
  const response = await world.shop.admin('/testing/data/products');
  count = ((await response.json()) as { readonly documents: readonly unknown[] }).documents.length;
});

const at = (path: string) => `${world.shop.origin}${path}`;
const namesOn = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();
const pagesOf = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
/** By keyboard: cards far away have an estimated height, so the links move once more as they come into view. */
const follow = (page: Page, name: string) => pagesOf(page).getByRole('link', { name }).press('Enter');

test('[R-LST-06] [R-RTE-07] without JavaScript every product is reached by the links between the pages', async () => {
  const page = await (await world.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(at('/products'));
  const names = await namesOn(page);
  while ((await pagesOf(page).getByRole('link', { name: 'Next' }).count()) > 0) {
    const next = pagesOf(page).getByRole('link', { name: 'Next' });
    const address = at((await next.getAttribute('href')) ?? '');
    await follow(page, 'Next');
    await page.waitForURL(address);
    names.push(...(await namesOn(page)));
  }
  expect(page.url()).toBe(at('/products?page=3'));
  expect(names).toHaveLength(count);
  expect(new Set(names).size).toBe(count);
  await follow(page, 'Page 1');
  await page.waitForURL(at('/products'));
  expect(await namesOn(page)).toEqual(names.slice(0, 48));
  expect((await page.goto(at('/products?page=4')))?.status()).toBe(404);
  await page.getByRole('link', { name: 'First page' }).click();
  expect(page.url()).toBe(at('/products'));
});

test('[R-LST-06] hydration keeps a served page as it is, and its links fetch the other pages', async () => {
  const { page } = world;
  // Never answered, so that only the server has the other pages.
  let notePull = () => {};
  const isPulling = new Promise<void>((resolve) => (notePull = resolve));
  await page.route('**/products/pull**', () => notePull());
  await page.addInitScript(() => {
    document.addEventListener(
      'readystatechange',
      () => {
        const list = document.querySelector('main ul li article')?.closest('ul');
        for (const item of list?.children ?? []) item.setAttribute('data-rendered', item.textContent ?? '');
      },
      { once: true },
    );
  });
  await page.goto(at('/products?utm_source=mail&page=2'));
  await waitUntilHydrated(page);
  const items = page.locator('li[data-rendered]');
  expect(await items.count()).toBe(48);
  const differing = await items.evaluateAll((all) =>
    all.filter((item) => item.textContent !== item.getAttribute('data-rendered')),
  );
  expect(differing).toEqual([]);
  await page.getByText(`${count} products`, { exact: true }).waitFor();
  // The local store is open and has shown what it has: nothing.
  await isPulling;
  await follow(page, 'Next');
  await page.waitForURL(at('/products?page=3'));
  await waitUntilHydrated(page);
  expect(await namesOn(page)).toHaveLength(count - 96);
});

test('[R-LST-06] [R-SHP-02] with its local store scrolling shows the whole list, without pages', async () => {
  const { page } = world;
  await page.goto(at('/products'));
  await pagesOf(page).waitFor({ state: 'detached' });
  await page.getByText(`${count} products`, { exact: true }).waitFor();
  await expect
    .poll(async () => {
      await page.getByRole('article').last().scrollIntoViewIfNeeded();
      return page.getByRole('article').count();
    })
    .toBe(count);
  await page.getByRole('searchbox', { name: 'Search products' }).fill('Bulk 099');
  await page.getByText('1 product', { exact: true }).waitFor();
});

test('[R-LST-06] [R-RTE-24] a page of its own stays with the local store, offline too, and its links scroll to the top', async () => {
  const context = await world.newContext({ hasWorker: true });
  const page = await context.newPage();
  await page.goto(at('/products'));
  await pagesOf(page).waitFor({ state: 'detached' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await page.goto(at('/products?page=2'));
  await pagesOf(page).waitFor();
  expect(await page.title()).toBe('Products, page 2 · Nankeen');
  await expect
    .poll(async () => {
      await page.getByRole('article').last().scrollIntoViewIfNeeded();
      return page.getByRole('article').count();
    })
    .toBe(48);
  await follow(page, 'Next');
  await page.waitForURL(at('/products?page=3'));
  await expect.poll(() => page.getByRole('article').count()).toBe(count - 96);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await follow(page, 'Page 1');
  await pagesOf(page).waitFor({ state: 'detached' });
  await page.getByText(`${count} products`, { exact: true }).waitFor();
});
