import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpShopWorld({ device: 'without-worker' });

async function open(page: Page, path: string, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(world.shop.origin + path);
  await waitUntilHydrated(page);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not on the screen.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** The colour of the page at a place in the window, as red, green and blue. */
async function colourAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return [...(await sharp(png).removeAlpha().raw().toBuffer())];
}

test('[R-HOME-01] a phone on its side shows the headline and both buttons on the first screen', async () => {
  const { page } = world;
  await open(page, '/', [740, 360]);
  for (const name of ['See Recon VTOL', 'All products']) {
    expect((await boxOf(page.getByRole('link', { name }).first())).bottom).toBeLessThanOrEqual(360);
  }
  const title = await boxOf(page.getByRole('heading', { level: 1 }));
  const picture = await boxOf(page.getByRole('img', { name: /^Recon VTOL, a white/ }));
  expect(title.y).toBeGreaterThanOrEqual(64);
  expect(picture.bottom).toBeGreaterThan(title.bottom);
});

test('[R-HOME-02] a part of the carousel’s next slide shows, and its drone can be put into the cart', async () => {
  const { page } = world;
  for (const width of [360, 1280]) {
    await open(page, '/', [width, 800]);
    const slides = page.locator('[aria-roledescription="slide"]');
    expect((await boxOf(slides.nth(1))).x).toBeLessThan(width - 32);
    expect((await boxOf(slides.nth(2))).x).toBeGreaterThan(width);
  }
  const slide = page.getByRole('group', { name: '1 of 3' });
  expect(await slide.getByText('$24,990.00').count()).toBe(1);
  await slide.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('link', { name: /^Cart.* 1 items in cart$/ }).waitFor();
});

test('[R-HOME-04] [R-HOME-06] Services and Drones-As-A-Service have pictures, which load when they come near', async () => {
  const { page } = world;
  await open(page, '/', [1280, 800]);
  const services = page.getByRole('region', { name: 'Services' }).locator('img');
  expect(await services.count()).toBe(4);
  const picture = page.getByRole('region', { name: 'Drones-As-A-Service' }).locator('img');
  const isLoaded = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  expect(await isLoaded()).toBe(false);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(isLoaded).toBe(true);
  expect(Math.round((await boxOf(picture)).width)).toBe(1280);
});

test('[R-LST-01] a product has the page as its ground in the dark theme and a pale plate in the light theme', async () => {
  const { page } = world;
  const corner = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    await open(page, '/products/batteries', [1280, 800]);
    const picture = await boxOf(page.getByRole('main').getByRole('img').first());
    const inside = await colourAt(page, picture.x + 2, picture.bottom - 2);
    const beside = await colourAt(page, picture.x - 6, picture.bottom - 2);
    return Math.max(...inside.map((part, index) => Math.abs(part - (beside[index] ?? 0))));
  };
  expect(await corner('light')).toBeGreaterThan(8);
  expect(await corner('dark')).toBeLessThanOrEqual(1);
});

test('[R-LST-02] a card says its price beside its name, and the focus ring of its button is whole', async () => {
  const { page } = world;
  await open(page, '/products/batteries', [1280, 800]);
  const card = page.getByRole('article').first();
  const name = await boxOf(card.getByRole('heading'));
  const price = await boxOf(card.getByText('$1,049.00'));
  expect(price.y).toBeLessThan(name.bottom);
  const button = card.getByRole('button');
  await button.focus();
  expect(await button.innerText()).toBe('Add');
  const picture = await boxOf(card.locator('picture'));
  expect((await boxOf(button)).y).toBeGreaterThan(picture.y);
  expect((await boxOf(button)).bottom).toBeLessThan(picture.bottom);
  const [ring, cell] = [await boxOf(button), await boxOf(card.locator('xpath=..'))];
  // 2 px wide, 3 px away.
  expect(ring.right + 5).toBeLessThanOrEqual(cell.right);
  expect(ring.bottom + 5).toBeLessThanOrEqual(cell.bottom);
});

test('[R-DET-01] on a large screen text, page and gallery grow', async () => {
  const { page } = world;
  const measure = async (width: number) => {
    await open(page, '/product/recon-vtol', [width, 1000]);
    const gallery = await boxOf(page.getByRole('region', { name: 'Views of Recon VTOL' }));
    const size = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
    return { share: gallery.width / width, size };
  };
  const [usual, large] = [await measure(1280), await measure(1920)];
  expect(usual.size).toBe(16);
  expect(large.size).toBe(18);
  expect(large.share).toBeGreaterThanOrEqual(0.48);
});

test('[R-DET-01] on a phone a part of the next view shows that the gallery can be swiped', async () => {
  const context = await world.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await open(page, '/product/recon-vtol', [360, 740]);
  const slides = page.locator('[aria-roledescription="slide"]');
  expect((await boxOf(slides.nth(1))).x).toBeLessThan(340);
  await page.getByRole('button', { name: 'Show view 6' }).click();
  await expect.poll(async () => (await boxOf(slides.nth(5))).right).toBeLessThanOrEqual(361);
  await expect.poll(() => slides.nth(5).getAttribute('inert')).toBe(null);
});

test('[R-SHL-02] [R-SHL-06] on a narrow phone the logo is whole between three icons, also with text at 200 %', async () => {
  const { page, shop } = world;
  await page.setViewportSize({ width: 320, height: 640 });
  // Staff always see the sync centre's button.
  await openAsStaff(page, shop, '/legals');
  await waitUntilHydrated(page);
  const bar = page.getByRole('banner');
  const home = bar.getByRole('link', { name: /^Home/ });
  const sync = bar.getByRole('button', { name: /^Sync centre/ });
  await sync.waitFor();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    for (const size of ['100%', '200%']) {
      await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
      const bird = await boxOf(home.locator('svg'));
      expect(bird.width, `${width} px, ${size}`).toBeGreaterThan(20);
      expect(bird.x).toBeGreaterThanOrEqual((await boxOf(bar.getByRole('button', { name: 'Menu' }))).right);
      expect((await boxOf(home)).right).toBeLessThanOrEqual((await boxOf(sync)).x);
      expect((await boxOf(bar.getByRole('link', { name: /^Cart/ }))).right).toBeLessThanOrEqual(width);
    }
  }
});

test('[R-LST-06] the field for the search has a cross of the page’s own colour', async () => {
  const { page } = world;
  await open(page, '/products', [1280, 800]);
  await page.getByRole('searchbox').fill('recon');
  await page.getByRole('searchbox').hover();
  const box = await boxOf(page.getByRole('searchbox'));
  const clip = { x: box.right - 40, y: box.y + 4, width: 36, height: box.height - 8 };
  const pixels = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  const cross = Array.from({ length: pixels.length / 3 }, (_, index) => [
    pixels[3 * index] ?? 0,
    pixels[3 * index + 2] ?? 0,
  ]).filter(([red = 0]) => red < 120);
  expect(cross.length).toBeGreaterThan(10);
  expect(Math.max(...cross.map(([red = 0, blue = 0]) => blue - red))).toBeLessThan(40);
});

test('[R-SHL-06] on a narrow phone with text at 200 %, words of cart and list keep their width and cover nothing', async () => {
  const { page, shop } = world;
  await open(page, '/products/drones', [360, 760]);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const fold = await boxOf(page.getByText('Filter and sort'));
  const count = await boxOf(page.getByText(/^\d+ products$/));
  expect(fold.right <= count.x || fold.y + fold.height <= count.y).toBe(true);
  const name = page.getByRole('article').first().getByRole('heading');
  expect((await boxOf(name)).width).toBeGreaterThan(200);
  await open(page, '/product/recon-vtol', [360, 760]);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await page.goto(`${shop.origin}/checkout`);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const words = page.getByRole('main').getByRole('listitem').first().getByRole('heading');
  expect((await boxOf(words)).width).toBeGreaterThan(130);
});
