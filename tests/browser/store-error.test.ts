import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readDeviceId } from '../support/device-id.ts';
import { sendEnquiry, storedEnquiry, submitEnquiry } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { readDownload } from '../support/read-download.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { storedQuantities } from '../support/stored-cart.ts';

// The app logs stores that fail to open and writes that fail; the browser logs blocked requests, 409 responses and the
// missing favicon of a picture opened as a page.
const world = setUpShopWorld({
  device: 'returning',
  allowedErrors: /could not be (opened|kept|added)|ERR_FAILED|status of 409|favicon\.(svg|ico)/,
});

async function visit(path = '/products/drones', page: Page = world.page): Promise<void> {
  await page.goto(world.shop.origin + path);
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  if (!(await isControlled())) {
    await expect.poll(isControlled, { timeout: 20_000 }).toBe(true);
    // From now on the worker serves the pages and the local store their content.
    await page.reload();
  }
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).first().waitFor();
  // A page takes the replication lock only once its store is open.
  const isOpen = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'nankeen-replication'),
    );
  await expect.poll(isOpen, { timeout: 10_000 }).toBe(true);
}

/** Clears the shop's local databases, as the browser may under storage pressure. */
async function evict(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = world.shop;
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

test('[F45] [R-SYN-01] a local copy evicted while the page was closed is detected, reported and pulled again', async () => {
  const { page, context, shop } = world;
  const id = await sendEnquiry(page, shop, 'still with the server');
  await page.getByText('Received').first().waitFor();
  await page.close();
  const next = await context.newPage();
  await evict(next);
  await visit('/products/drones', next);
  await next.getByText(/This device’s copy was lost/).waitFor();
  await next.goto(`${shop.origin}/contact/${id}`);
  await expect.poll(() => next.getByLabel('Message').inputValue()).toBe('still with the server');
  await next.getByRole('button', { name: 'Understood' }).click();
  await next.reload();
  await next.getByRole('button', { name: 'Update Enquiry' }).waitFor();
  expect(await next.getByText(/This device’s copy was lost/).count()).toBe(0);
});

test('[F46] a connection to the local store that the browser closes is reopened automatically', async () => {
  await visit();
  await evict(world.page);
  await world.page.getByText(/This device’s copy was lost/).waitFor();
  await world.page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  const id = await sendEnquiry(world.page, world.shop, 'after the cut');
  await world.page.getByText('Received').first().waitFor();
  expect(await storedEnquiry(world.shop, id)).toBeDefined();
});

test('[CL1] [F45] an enquiry that the browser erases before it is sent is no longer shown as saved', async () => {
  const { page, context, shop } = world;
  await visit();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await sendEnquiry(page, shop, 'never sent');
  await page.getByText('Saved on this device').first().waitFor();
  await evict(page);
  await page.getByText('This enquiry is no longer on this device').waitFor();
  expect(await page.getByText('Saved on this device').count()).toBe(0);
});

test('[F45] a local copy evicted while the first sync awaits its responses is reported at once and pulled again', async () => {
  const { page, shop } = world;
  let isHeld = true;
  // Requests from before the eviction never get a response and must not be awaited.
  await page.route('**/products/pull?*', (route) => (isHeld ? undefined : route.continue()));
  const asked = page.waitForRequest('**/products/pull?*');
  await page.goto(`${shop.origin}/products/drones`);
  await asked;
  isHeld = false;
  await evict(page);
  await page.getByText(/This device’s copy was lost/).waitFor({ timeout: 10_000 });
  await visit();
});

test('[F46] a local store that doesn’t open says so, exports its unsynced writes and can be reset', async () => {
  const { page, context, shop } = world;
  await visit();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  const id = await sendEnquiry(page, shop, 'not sent yet');
  await page.getByText('Saved on this device').first().waitFor();
  // Keeps the write pending until the store is broken.
  await page.route('**/sync/push', (route) => route.abort());
  await context.setOffline(false);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('isRepaired')) return;
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name: string, version?: number) {
      if (name.endsWith('products')) throw new DOMException('Internal error.', 'UnknownError');
      return version === undefined ? open.call(this, name) : open.call(this, name, version);
    };
  });
  for (const path of ['/', '/product/recon-vtol', '/sync', '/checkout']) {
    await page.goto(shop.origin + path);
    await page.getByRole('heading', { name: 'We can’t open what’s saved on this device' }).waitFor();
  }
  await expectAccessibleInEachLook(page, 'a store that doesn’t open');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export what can be read' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('contacts.ndjson');
  expect(JSON.parse(await readDownload(saved))).toMatchObject({
    FBUID: id,
    contactMessage: 'not sent yet',
  });

  await page.evaluate(() => sessionStorage.setItem('isRepaired', '1'));
  await page.getByRole('button', { name: 'Start afresh' }).click();
  const asked = page.getByRole('dialog', { name: 'Start afresh?' });
  await asked.getByRole('button', { name: 'Start afresh' }).click();
  await page.getByRole('heading', { name: 'Nothing in your cart yet' }).waitFor();
  await visit();
  expect(await page.getByText(/This device’s copy was lost/).count()).toBe(0);
});

test('[CL11] [F46] a device whose id can’t be read sends nothing as another device, and is the same device after a reset', async () => {
  const { page, context, shop } = world;
  await visit();
  await sendEnquiry(page, shop, 'from this device');
  await page.getByText('Received').first().waitFor();
  const device = await readDeviceId(page);
  await page.addInitScript(() => {
    const { open, deleteDatabase } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      const isBroken = name === 'nankeen-device' && !sessionStorage.getItem('isRemoved');
      if (isBroken) throw new DOMException('Internal error.', 'UnknownError');
      return version === undefined ? open.call(this, name) : open.call(this, name, version);
    };
    IDBFactory.prototype.deleteDatabase = function (name) {
      if (name === 'nankeen-device') sessionStorage.setItem('isRemoved', '1');
      return deleteDatabase.call(this, name);
    };
  });
  const registrations: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/installations')) registrations.push(request.url());
  });
  await page.goto(`${shop.origin}/sync`);
  await page.getByRole('heading', { name: 'We can’t open what’s saved on this device' }).waitFor();
  await page.getByRole('button', { name: 'Start afresh' }).click();
  const asked = page.getByRole('dialog', { name: 'Start afresh?' });
  await asked.getByRole('button', { name: 'Start afresh' }).click();
  await page.getByText('Everything is up to date.').waitFor();
  expect(await readDeviceId(page)).toBe(device);
  expect(registrations).toEqual([]);
});

test('[F46] pages that came rendered stay readable when the browser opens no local store', async () => {
  const { shop } = world;
  // Browsers that block cookies open no database and run no service worker.
  const page = await (await world.newContext()).newPage();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission.', 'SecurityError');
    };
  });
  const notice = page.getByText('We can’t open what’s saved on this device.');
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await notice.waitFor();
  await expectAccessibleInEachLook(page, 'a readable page without a local store');
  await page.getByRole('heading', { level: 1, name: 'Recon VTOL' }).waitFor();
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await notice.waitFor();
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Nothing is kept.');
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await page.getByText('Your enquiry could not be kept on this device').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('Nothing is kept.');
  await page.goto(`${shop.origin}/checkout`);
  await page.getByRole('heading', { name: 'We can’t open what’s saved on this device' }).waitFor();
});

test('[F46] while another tab hangs in the middle of a write, a page says that nothing can be saved, and saves afterwards', async () => {
  const { shop } = world;
  const context = await world.newContext();
  const page = await context.newPage();
  await context.clock.install();
  await page.goto(`${shop.origin}/contact`);
  const id = await submitEnquiry(page, 'Saved at once');
  await page.getByText('Received').first().waitFor();
  const other = await context.newPage();
  await other.goto(`${shop.origin}/robots.txt`);
  await other.evaluate(hangInEnquiries);
  await page.goto(`${shop.origin}/contact`);
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Waits for the other tab');
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'storage doesn’t respond' });
  await expect
    .poll(async () => {
      await context.clock.fastForward(10_000);
      return notice.count();
    })
    .toBe(1);
  await expectAccessibleInEachLook(page, 'a page whose storage does not respond');
  expect(await page.getByLabel('Message').inputValue()).toBe('Waits for the other tab');
  await other.close();
  const link = page.getByRole('link', { name: 'Read or change it' });
  await link.waitFor();
  await notice.waitFor({ state: 'detached' });
  const saved = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  expect(saved).not.toBe(id);
  await expect
    .poll(() => storedEnquiry(shop, saved))
    .toMatchObject({ contactMessage: 'Waits for the other tab' });
});

/** Keeps a transaction on the local store's enquiries open for as long as the page lives. */
function hangInEnquiries(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('rxdb-dexie-nankeen--0--contacts');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('failed')));
    opening.addEventListener('success', () => {
      const names = [...opening.result.objectStoreNames];
      const documents = opening.result.transaction(names, 'readwrite').objectStore(names[0] ?? '');
      const ask = () => documents.count().addEventListener('success', ask);
      ask();
      resolve();
    });
  });
}

test('[F47] a page releases its store to a newer version’s upgrade and asks for a reload', async () => {
  await visit();
  const other = await world.context.newPage();
  await other.goto(`${world.shop.origin}/favicon.svg`);
  const isUpgraded = await other.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('rxdb-dexie-nankeen--0--contacts', 1000);
        request.addEventListener('success', () => resolve(true));
        request.addEventListener('error', () => resolve(false));
      }),
  );
  expect(isUpgraded).toBe(true);
  await world.page.getByRole('heading', { name: 'Reload to go on' }).waitFor();
  await world.page.getByRole('button', { name: 'Reload' }).waitFor();
});

test('[F44] a full device says so, keeps the form’s content and saves it once there is space', async () => {
  const { shop } = world;
  // The room is measured: a new device keeps nothing yet.
  const context = await world.newContext({ hasWorker: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: shop.origin, quotaSize: 8_000_000 });
  await visit('/products/drones', page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('No room '.repeat(1000));
  await page.evaluate(fillUp);
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await page.getByText('This device has no room left.').waitFor();
  await page.getByText('Your enquiry could not be kept on this device').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toContain('No room');
  await page.evaluate(() => indexedDB.deleteDatabase('filler'));
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await page.getByText('Received').first().waitFor();
  await page.getByText('This device has no room left.').waitFor({ state: 'detached' });
});

test('[F44] [R-ENT-14] on a full device the cart accepts a product, warns about it and still has it after a reload', async () => {
  const { shop } = world;
  // The room is measured: a new device keeps nothing yet.
  const context = await world.newContext({ hasWorker: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: shop.origin, quotaSize: 8_000_000 });
  await visit('/product/recon-vtol', page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.evaluate(fillUp);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page
    .getByText('Recon VTOL is in your cart, but could not be kept on this device for good.')
    .first()
    .waitFor();
  await page.getByText('1 items in cart').first().waitFor({ state: 'attached' });
  await page.evaluate(() => indexedDB.deleteDatabase('filler'));
  await page.goto(`${shop.origin}/checkout`);
  await expect.poll(() => storedQuantities(page, shop)).toEqual([1]);
  expect(await page.getByRole('combobox', { name: 'Quantity of Recon VTOL' }).inputValue()).toBe('1');
});

test('[F53] without local storage products and cart work and an enquiry is confirmed', async () => {
  await world.page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied.', 'SecurityError');
      },
    });
  });
  await visit();
  await world.page
    .getByRole('button', { name: /add recon vtol to cart/i })
    .first()
    .click();
  await world.page
    .getByRole('dialog')
    .getByRole('button', { name: /add to cart/i })
    .click();
  await world.page.getByText('items in cart').first().waitFor({ state: 'attached' });
  const id = await sendEnquiry(world.page, world.shop, 'no local storage');
  await world.page.getByText('Received').first().waitFor();
  expect(await storedEnquiry(world.shop, id)).toBeDefined();
});

/** Fills the remaining quota; runs in the page. */
async function fillUp(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('filler');
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore('bytes', { autoIncrement: true }),
    );
    request.addEventListener('success', () => resolve(request.result));
  });
  const put = (bytes: number) =>
    new Promise<boolean>((resolve) => {
      const transaction = database.transaction('bytes', 'readwrite');
      const noise = crypto.getRandomValues(new Uint8Array(Math.min(bytes, 65_536)));
      for (let written = 0; written < bytes; written += noise.length)
        transaction.objectStore('bytes').put(noise);
      transaction.addEventListener('complete', () => resolve(true));
      transaction.addEventListener('abort', () => resolve(false));
    });
  for (let bytes = 1_048_576; bytes >= 1024; bytes /= 4) while (await put(bytes));
  database.close();
}
