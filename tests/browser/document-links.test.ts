import { expect, test } from 'vitest';
import { toProductPath } from '#shared/api/document-paths.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpOwnShopWorld({ device: 'returning' });

/** Unescaped, each of these would end, split or change a URL. */
const IDS = [
  'spare part',
  '50% off',
  'a%2Fb',
  'what?now=yes&then#end',
  'Überflieger-ő-鳥-🚁',
  "o'brien;v=1,2+3",
  'back\\slash "<b>',
  'prop-10x4.5',
];
const nameOf = (id: string) => `Drone ${IDS.indexOf(id)}`;

async function store(id: string): Promise<void> {
  const response = await world.shop.admin(`/testing/data/products/${encodeURIComponent(id)}`, {
    method: 'PUT',
    json: productContent(nameOf(id)),
  });
  expect(response.status, await response.text()).toBeLessThan(300);
}

test('[R-RTE-10] products whose ids need escaping open from their card, by reload and from the cart', async () => {
  const { page, shop } = world;
  for (const id of IDS) await store(id);
  const headingOf = (id: string) => page.getByRole('heading', { level: 1, name: nameOf(id) });
  const linkTo = (id: string) => page.getByRole('link', { name: nameOf(id), exact: true });
  await page.goto(`${shop.origin}/products/drones`);
  await waitUntilHydrated(page);
  for (const [index, id] of IDS.entries()) {
    await linkTo(id).click();
    await headingOf(id).waitFor();
    expect(new URL(page.url()).pathname).toBe(new URL(toProductPath(id), shop.origin).pathname);

    // The server renders the same product for a first visit.
    const served = await fetch(page.url());
    expect([served.status, await served.text()]).toEqual([
      200,
      expect.stringContaining(`>${nameOf(id)}</h1>`),
    ]);

    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await page
      .getByText(`${index + 1} items in cart`)
      .first()
      .waitFor({ state: 'attached' });
    await page.goBack();
  }
  for (const id of IDS) {
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
    await linkTo(id).click();
    await headingOf(id).waitFor();
    await page.reload();
    await headingOf(id).waitFor();
    const canonical = page.locator('link[rel="canonical"]');
    if ((await canonical.count()) > 0) expect(await canonical.getAttribute('href')).toBe(page.url());
  }
});

test('[R-RTE-10] an id or a search with a dot is still a page offline, not a file', async () => {
  const { page, context, shop } = world;
  await store('prop-10x4.5');
  await page.goto(`${shop.origin}${toProductPath('prop-10x4.5')}`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: nameOf('prop-10x4.5') }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: nameOf('prop-10x4.5') }).waitFor();
  await page.goto(`${shop.origin}/products?search=v1.5`);
  await page.getByText('No product matches “v1.5”').waitFor();
});

test('[R-RTE-10] a malformed address shows the page without a product', async () => {
  const response = await fetch(`${world.shop.origin}/product/100%`);
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('no document data selected'),
  ]);
});
