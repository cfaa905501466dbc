import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createDeployment } from '../support/deployment.ts';
import { PUSHES, sendEnquiry, storedMessages } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { installOffer, pretendIPhone } from '../support/install-offer.ts';
import { field, fillProduct, readProduct, saveProduct } from '../support/product-form-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';
import { tabTo } from '../support/tab-to.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const deployment = createDeployment();
// The browser logs the missing chunk; the app logs a screen that failed to load and a blocked worker.
const world = setUpOwnShopWorld({
  packageRoot: deployment.packageRoot,
  allowedErrors:
    /status of 404|could not be shown|could not be made ready|Failed to fetch dynamically imported/,
});
afterAll(() => deployment.remove());

let versions = 0;

/** Deploys a new version and waits until the page offers it. */
async function deploy(page: Page): Promise<void> {
  deployment.replaceWorker((code) => `${code}\n// version ${++versions}`);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByText('A new version of the store is ready').waitFor();
}

/** Opens a page and waits until an activated worker controls it. */
async function visit(path: string): Promise<void> {
  await world.page.goto(world.shop.origin + path);
  await world.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

const isWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

test('[F50] [PB3] a new version takes over while a form in another tab is unsent, and loses nothing', async () => {
  const { page, context, shop } = world;
  await visit('/contact');
  await page.getByLabel('Message').fill('half written');
  const other = await context.newPage();
  await other.goto(`${shop.origin}/legals`);
  await deploy(other);
  const isReloaded = other.waitForEvent('load');
  await other.getByRole('button', { name: 'Update now' }).click();
  await isReloaded;
  await expect.poll(() => isWaiting(other)).toBe(false);
  expect(await page.getByLabel('Message').inputValue()).toBe('half written');
  await page.reload();
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('half written');
});

test('[F50] [PB3] an update while a product form is open loses nothing that was typed', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/product/create');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await fillProduct(page, 'Update Kite');
  await page.getByRole('button', { name: 'Add feature' }).click();
  await page.keyboard.type('Survives');
  await deploy(page);
  await field(page, 'Card text').fill('Typed after the offer');
  const isReloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await isReloaded;
  await expect.poll(() => isWaiting(page)).toBe(false);
  await page.getByText('We kept what you typed').waitFor();
  const feature = page.getByRole('group', { name: 'feature 1', exact: true });
  expect(await field(page, 'Name').inputValue()).toBe('Update Kite');
  expect(await field(page, 'Category').inputValue()).toBe('drones');
  expect(await feature.getByLabel('Label').inputValue()).toBe('Survives');
  expect(await field(page, 'Card text').inputValue()).toBe('Typed after the offer');
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Update Kite' }).waitFor();
  await expect
    .poll(() => readProduct(shop, 'update-kite'))
    .toMatchObject({ productName: 'Update Kite', productFeatures: [{ label: 'Survives' }] });
});

test('[F50] where the browser keeps no forms, a new version waits until the form is sent', async () => {
  const { page, context, shop } = world;
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'nankeen-forms') throw new DOMException('Storage is switched off.', 'UnknownError');
      return open.call(this, name, version);
    };
  });
  await visit('/contact');
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('half written');
  const other = await context.newPage();
  await other.goto(`${shop.origin}/legals`);
  await deploy(other);
  await expectAccessibleInEachLook(other, 'a new version is ready');
  await other.bringToFront();
  await tabTo(other, /^Update now$/);
  await other.keyboard.press('Enter');
  await other.getByText('Something is still being written').waitFor();
  await expectAccessibleInEachLook(other, 'a new version has to wait');
  expect(await isWaiting(other)).toBe(true);
  expect(await page.getByLabel('Message').inputValue()).toBe('half written');

  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await page.getByText('Received').first().waitFor();
  const isReloaded = other.waitForEvent('load');
  await other.getByRole('button', { name: 'Update now' }).click();
  await isReloaded;
  await expect.poll(() => isWaiting(other)).toBe(false);
  await page.getByText('Received').first().waitFor();
});

test('[F50] [R-SHP-01] a new version hides the offer to install until it is put off', async () => {
  const { page } = world;
  await pretendIPhone(page);
  await visit('/product/recon-vtol');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await installOffer(page).waitFor();
  await deploy(page);
  expect(await installOffer(page).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Later' }).click();
  await installOffer(page).waitFor();
});

test('[F50] [F37] an update during a push confirms the accepted write, which is stored once', async () => {
  const { page, shop } = world;
  await visit('/contact');
  let onArrival = () => {};
  const arrival = new Promise<void>((resolve) => (onArrival = resolve));
  // The server accepts the push; its response is lost.
  await page.route(PUSHES, async (route) => {
    await route.fetch();
    onArrival();
  });
  const id = await sendEnquiry(page, shop, 'across an update');
  await arrival;
  await deploy(page);
  const isReloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await isReloaded;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${shop.origin}/contact/${id}`);
  await page.getByText('Received').first().waitFor();
  expect(await storedMessages(shop, id)).toEqual(['across an update']);
});

/** Blocks the first part of every write on this device, its note, until the returned function is called. */
async function blockWrites(page: Page): Promise<() => Promise<void>> {
  const blocked = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const outboxes = names.filter((name) => name.endsWith('--outbox'));
    for (const name of outboxes) {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const stores = [...opening.result.objectStoreNames];
      const store = opening.result.transaction(stores, 'readwrite').objectStore(stores[0] ?? '');
      const keepAlive = () => 'isReleased' in window || (store.count().onsuccess = keepAlive);
      await new Promise((resolve) => (store.count().onsuccess = resolve));
      keepAlive();
    }
    return outboxes.length;
  });
  expect(blocked).toBe(1);
  return () => page.evaluate(() => void Object.assign(window, { isReleased: true }));
}

test('[F50] an update requested during a save activates once the save is done', async () => {
  const { page, context, shop } = world;
  await visit('/product/recon-vtol');
  const other = await context.newPage();
  // Before the new version: a page that opens after it can make Chromium keep the new worker waiting for good.
  await other.goto(`${shop.origin}/robots.txt`);
  await deploy(page);
  const release = await blockWrites(other);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const isReloaded = page.waitForEvent('load');
  const update = page.getByRole('button', { name: 'Update now' });
  await update.click();
  await release();
  // A machine so slow that the save took five seconds says so, and the person presses again.
  const isHeld = page.getByText('Something is still being written').waitFor();
  await Promise.race([isReloaded, isHeld.then(() => update.click()).catch(() => undefined)]);
  await isReloaded;
  await page.getByText('1 items in cart').first().waitFor({ state: 'attached' });
});

test('[F50] an update takes over while another tab loads pictures through the worker', async () => {
  const { page, context, shop } = world;
  await visit('/legals');
  const other = await context.newPage();
  await other.goto(`${shop.origin}/robots.txt`);
  await deploy(page);
  const loading = other.evaluate(async () => {
    const calls = Array.from({ length: 60 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 10));
      await fetch(`/pictures/none/${index}.webp`);
    });
    await Promise.all(calls);
  });
  const isReloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await Promise.all([isReloaded, loading]);
  await expect.poll(() => isWaiting(page)).toBe(false);
});

test('[F51] a chunk that is gone after a deploy reloads the page, once only', async () => {
  const page = await (await world.newContext()).newPage();
  let loads = 0;
  let availableFromLoad = 2;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.route(/\/assets\/contact-page-[^/]+\.js$/, (route) =>
    loads < availableFromLoad ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  await page.goto(`${world.shop.origin}/products`);
  const contact = page.getByRole('link', { name: 'Contact Us' }).first();
  await waitUntilHydrated(page);
  await contact.click();
  await page.getByRole('heading', { name: 'Contact Us', exact: true }).waitFor();
  expect(loads).toBe(2);

  // Still missing after the reload: shows an error instead of reloading for ever.
  availableFromLoad = Number.POSITIVE_INFINITY;
  await page.goto(`${world.shop.origin}/products`);
  await waitUntilHydrated(page);
  await contact.click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  expect(loads).toBe(3);
});

test('[F51] [R-HOME-04] a page stays as it is when the code of its further parts can’t be loaded', async () => {
  const page = await (await world.newContext()).newPage();
  const missing: string[] = [];
  await page.route(/\/assets\/(home-sections|sync-drawer)-[^/]+\.js$/, async (route) => {
    await route.fulfill({ status: 404, body: 'Not found' });
    missing.push(route.request().url());
  });
  await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
  await page.goto(world.shop.origin);
  // The page reloads once, and asks for each part twice.
  await expect.poll(() => missing.length).toBe(4);
  await page.getByRole('button', { name: 'Sync' }).click();
  await expect.poll(() => missing.length).toBe(6);
  await page.getByRole('heading', { name: 'Drones-As-A-Service' }).waitFor();
  await page.getByRole('link', { name: 'All products' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
});

test('[F51] a part of the page that could not be loaded offline appears once the browser is online', async () => {
  const context = await world.newContext();
  const page = await context.newPage();
  // Its button shows while something is out of order.
  await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
  await page.goto(world.shop.origin);
  const button = page.getByRole('button', { name: 'Sync' });
  await button.waitFor();
  await context.setOffline(true);
  // Where the server can be reached, the page reloads instead.
  const looked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await button.click();
  await looked;
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'Sync' }).waitFor();
});

test('[F52] a new version with a missing file is not installed, and the old one still works offline', async () => {
  const { page, context } = world;
  await visit('/products/drones');
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  deployment.replaceWorker((code) =>
    code.replace(
      '"url":"manifest.webmanifest"}',
      '"url":"manifest.webmanifest"},{"revision":null,"url":"assets/gone.js"}',
    ),
  );
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<ServiceWorker>((resolve) =>
      registration.addEventListener('updatefound', () => {
        if (registration.installing) resolve(registration.installing);
      }),
    );
    await registration.update().catch(() => undefined);
    const worker = await found;
    return new Promise<string>((resolve) => {
      const check = () => {
        if (worker.state === 'redundant' || worker.state === 'installed') resolve(worker.state);
      };
      check();
      worker.addEventListener('statechange', check);
    });
  });
  expect(state).toBe('redundant');
  expect(await page.getByText('A new version of the store is ready').count()).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
});
