import { expect, test } from 'vitest';
import { importProducts } from '../support/import-products.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

// No console error is allowed, and a violation of the Content-Security-Policy would be one.
const world = setUpOwnShopWorld({ device: 'returning', environment: { PICTURE_HOSTS: 'images.example' } });

const OWN = '/pictures/recon-vtol/1.webp';
const ALLOWED = 'https://images.example/recon.svg';
const OTHERS = [
  'https://tracker.example/1.webp',
  '//tracker.example/2.webp',
  'data:image/gif;base64,R0lGOD=',
];
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720"><path d="M0 0h960v720H0z"/></svg>';

function productWith(id: string, name: string, addresses: readonly string[]) {
  const productImages = addresses.map((value, index) => ({
    value,
    label: `View ${index + 1}`,
    description: '',
  }));
  return { FBUID: id, ...productContent(name), productImages };
}

test('[T16] [T17] pictures of a named host are shown; any other is a placeholder that no browser asks for', async () => {
  const { page, context, shop } = world;
  const calls: string[] = [];
  await context.route(/^https?:\/\/(?!localhost)/, (route) => {
    calls.push(new URL(route.request().url()).host);
    return route.fulfill({ contentType: 'image/svg+xml', body: SVG });
  });
  await importProducts(shop, [
    productWith('mixed', 'Mixed', [ALLOWED, OWN, ...OTHERS]),
    productWith('tracking', 'Tracking', OTHERS),
  ]);
  const served = await (await fetch(`${shop.origin}/product/mixed`)).text();
  const images = served.match(/<img[^>]*>/g)?.join('') ?? '';
  expect(images).toContain(ALLOWED);
  expect(images).not.toMatch(/tracker|data:/);

  const expectPictures = async () => {
    const isLoaded = (name: string) =>
      page
        .getByRole('img', { name, exact: true })
        .first()
        .evaluate((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0);
    await expect.poll(() => isLoaded('View 1')).toBe(true);
    for (const name of ['View 3', 'View 4', 'View 5']) {
      // Slides beside the visible one are hidden from the accessibility tree.
      const slide = page.locator(`[role=img][aria-label="${name}"]`);
      expect(await slide.first().evaluate(({ tagName }) => tagName)).toBe('SPAN');
    }
  };
  await page.goto(`${shop.origin}/product/mixed`);
  await waitUntilHydrated(page);
  await expectPictures();
  // From the stored catalogue, without the page's own data.
  await page.goto(`${shop.origin}/products/drones`);
  await page.getByRole('link', { name: 'Mixed' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Mixed' }).waitFor();
  await expectPictures();
  await page.goto(`${shop.origin}/products/drones`);
  await page.getByRole('button', { name: 'Add Tracking to cart' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto(`${shop.origin}/checkout`);
  await page.getByRole('button', { name: 'Remove Tracking' }).waitFor();
  expect([...new Set(calls)]).toEqual(['images.example']);
});
