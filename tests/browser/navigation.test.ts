import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpShopWorld({ device: 'returning' });

const height = () => world.page.evaluate(() => Math.round(scrollY));

/** Scrolls down to the footer and its links. */
async function scrollDown(): Promise<void> {
  await world.page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  expect(await height()).toBeGreaterThan(100);
}

test('[R-RTE-24] every navigation starts at the top: to another page, back, forward and to the current page', async () => {
  const { page, shop } = world;
  await page.setViewportSize({ width: 1280, height: 500 });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await page.goto(shop.origin);
  await waitUntilHydrated(page);
  await scrollDown();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Warranty' }).click();
  await heading('Warranty Policy').waitFor();
  await expect.poll(height).toBe(0);

  await scrollDown();
  await page.goBack();
  await heading('Stays up. Sees far. Comes home.').waitFor();
  await expect.poll(height).toBe(0);

  await scrollDown();
  await page.goForward();
  await heading('Warranty Policy').waitFor();
  await expect.poll(height).toBe(0);

  await scrollDown();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Warranty' }).click();
  await expect.poll(height).toBe(0);
  expect(await heading('Warranty Policy').evaluate((one) => one === document.activeElement)).toBe(true);
});

test('[R-SHL-06] a small screen has a compact bar with menu, logo and cart, and the menu has the same entries', async () => {
  const { page, shop } = world;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(shop.origin);
  await waitUntilHydrated(page);
  const bar = page.getByRole('banner');
  for (const link of [bar.getByRole('link', { name: /Nankeen/i }), bar.getByRole('link', { name: /^Cart/ })])
    expect(await link.isVisible()).toBe(true);
  expect(await bar.getByRole('button', { name: 'Products' }).isVisible()).toBe(false);
  const entries = ['Drones', 'Batteries', 'Propellers', 'Contact Us'];
  const visible = async () => {
    const links = entries.map((name) =>
      bar.getByRole('link', { name, exact: true }).filter({ visible: true }),
    );
    return Promise.all(links.map((link) => link.count()));
  };
  expect(await visible()).toEqual([0, 0, 0, 0]);
  await bar.getByRole('button', { name: 'Menu' }).click();
  expect(await visible()).toEqual([1, 1, 1, 1]);
  await page.setViewportSize({ width: 1280, height: 740 });
  await bar.getByRole('button', { name: 'Products' }).click();
  expect(await visible()).toEqual([1, 1, 1, 1]);
});

test('[R-HOME-09] [R-HOME-10] [R-HOME-11] every product linked from the home page can be bought', async () => {
  const { page, shop } = world;
  await page.goto(shop.origin);
  await waitUntilHydrated(page);
  const hrefs = await page
    .locator('main a[href^="/product/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const led = ['/product/recon-vtol', '/product/6s-19000-mah-battery', '/product/recon-vtol-propeller-set'];
  expect(hrefs).toEqual(expect.arrayContaining(led));
  for (const href of new Set(hrefs)) {
    const response = await fetch(shop.origin + href);
    expect([href, response.status, (await response.text()).includes('Add to Cart')]).toEqual([
      href,
      200,
      true,
    ]);
  }
});
