import { describe, expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { ROUTES } from '../web/web-setting.ts';

describe('without JavaScript', () => {
  // The browser logs the status of an unknown page.
  const world = setUpShopWorld({
    deviceOptions: { javaScriptEnabled: false },
    allowedErrors: /status of 404/,
  });

  test.each([
    ['/', 'Stays up. Sees far. Comes home.'],
    ['/products/batteries', 'Batteries'],
    ['/product/recon-vtol', 'Recon VTOL'],
    ['/legals/warranty', 'Warranty Policy'],
    ['/contact', 'Contact Us'],
  ])('[R-GEN-01] %s has its heading before any script runs', async (path, heading) => {
    await world.page.goto(world.shop.origin + path);
    expect(await world.page.getByRole('heading', { level: 1, name: heading }).count()).toBe(1);
  });

  test('[R-GEN-01] every page says what needs JavaScript', async () => {
    for (const [path] of ROUTES) {
      await world.page.goto(world.shop.origin + path);
      const sentence = world.page.locator('noscript');
      await sentence.waitFor();
      expect(await sentence.textContent(), path).toMatch(/JavaScript is turned off/);
    }
  });
});

describe('while hydrating', () => {
  const world = setUpShopWorld({ device: 'without-worker' });
  const at = (path: string) => `${world.shop.origin}${path}`;

  test('[R-RTE-07] hydration keeps the rendered elements, and the list then filters in the app', async () => {
    await world.page.addInitScript(() => {
      // The document is parsed and no script of the page has run.
      document.addEventListener(
        'readystatechange',
        () => document.querySelector('h1')?.setAttribute('data-rendered', 'yes'),
        { once: true },
      );
    });
    await world.page.goto(at('/products/drones'));
    await world.page.getByRole('searchbox').first().fill('agri');
    await world.page.getByText('1 product', { exact: true }).waitFor();
    expect(await world.page.locator('h1').getAttribute('data-rendered')).toBe('yes');
  });

  test('[R-ENT-13] a product added from a just-rendered list is stored complete', async () => {
    // No pull responds, so only the page and the added product reach this device.
    await world.page.route('**/products/pull**', () => undefined);
    await world.page.goto(at('/products/batteries'));
    await world.page.getByRole('button', { name: 'Add 6S 19000 mAh Battery to cart' }).click();
    await world.page.getByRole('button', { name: 'Add to Cart' }).click();
    await world.page.getByText('6S 19000 mAh Battery is in your cart.').waitFor();
    const cart = await world.page.evaluate(
      () =>
        JSON.parse(localStorage.getItem('checkouts') ?? '{}') as {
          checkoutItems: { productSpecifications: unknown[] }[];
        },
    );
    expect(cart.checkoutItems[0]?.productSpecifications.length).toBeGreaterThan(0);
  });

  test('[R-GEN-01] a page rendered with its data opens the local store only when idle or on the first write', async () => {
    await world.page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
    const hasStore = () =>
      world.page.evaluate(async () =>
        (await indexedDB.databases()).some(({ name }) => name?.startsWith('rxdb')),
      );
    // The app requests its config right after hydration.
    const isHydrated = world.page.waitForResponse('**/api/v1/config');
    await world.page.goto(at('/product/recon-vtol'), { waitUntil: 'load' });
    await isHydrated;
    expect(await hasStore()).toBe(false);
    await world.page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect.poll(hasStore).toBe(true);
  });
});

describe('on a first visit', () => {
  const world = setUpShopWorld();
  const at = (path: string) => `${world.shop.origin}${path}`;

  test('[R-SHP-02] on a first visit the page loads its own code before the worker precaches the app', async () => {
    const asked: string[] = [];
    world.context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await world.page.goto(at('/checkout'));
    await world.page.evaluate(() => navigator.serviceWorker.ready);
    const worker = asked.indexOf('/service-worker.js');
    const store = asked.findIndex((path) => path.startsWith('/assets/store-'));
    expect(store).toBeGreaterThan(0);
    expect(worker).toBeGreaterThan(store);
  });

  test('[R-SHP-02] a page whose local store never opens still registers the worker', async () => {
    await world.page.addInitScript(() => {
      indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    await world.page.goto(at('/checkout'));
    const { pathname } = new URL(
      await world.page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL ?? ''),
    );
    expect(pathname).toBe('/service-worker.js');
  });
});
