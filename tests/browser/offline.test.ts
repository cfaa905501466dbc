import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium, watchComplaints } from '../support/chromium.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';

let browser: Browser;
let shop: ShopServer;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchChromium(), startShopServer()]);
});

afterAll(async () => {
  await browser.close();
  await shop.stop();
});

beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  complaints = watchComplaints(page);
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

/** One visit: the products have arrived and the worker controls the page. */
async function visitOnce(): Promise<void> {
  await page.goto(`${shop.origin}/products/drones`);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function fillEnquiry(message: string): Promise<void> {
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: /send|submit/i }).click();
}

test('[R-SHP-02] [R-USR-01] after one visit everything can be browsed offline, by reload and by deep link', async () => {
  await visitOnce();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  for (const path of ['/', '/products', '/products/batteries', '/checkout', '/contact', '/legals/warranty', '/login', '/success']) {
    await page.goto(shop.origin + path);
    await page.locator('h1').first().waitFor();
  }
  await page.goto(`${shop.origin}/product/6s-19000-mah-battery`);
  await page.getByRole('heading', { level: 1, name: '6S 19000 mAh Battery' }).waitFor();
});

test('[R-SYN-02] [R-CON-04] an enquiry sent on the very first visit is confirmed by itself', async () => {
  await page.goto(`${shop.origin}/contact`);
  await fillEnquiry('What does the Lifter lift?');
  await page.getByText('Thank you for submitting an enquiry with us. We will get back to you soon.').waitFor();
  await page.getByText('Confirmed').first().waitFor({ timeout: 10_000 });
});

test('[R-SHP-03] [R-SYN-01] an enquiry made offline is confirmed later without a reload, though the server was killed meanwhile', async () => {
  await visitOnce();
  await context.setOffline(true);
  await shop.kill();
  await page.goto(`${shop.origin}/contact`);
  await fillEnquiry('Do you ship to Broome?');
  await page.getByText('Thank you for submitting an enquiry with us. We will get back to you soon.').waitFor();
  await page.getByText('Saved on this device').first().waitFor();
  await shop.restart();
  await context.setOffline(false);
  await page.getByText('Confirmed').first().waitFor({ timeout: 15_000 });

  const answer = await shop.admin('/testing/data/contacts');
  const { documents } = (await answer.json()) as { documents: { id: string; contactMessage: string }[] };
  const arrived = documents.find(({ contactMessage }) => contactMessage === 'Do you ship to Broome?');
  expect(arrived).toBeDefined();
  const history = await shop.admin(`/testing/data/contacts/${arrived?.id}/history`);
  expect(await history.json()).toMatchObject({ entries: [{ operation: 'create', updatedBy: 'no user found' }] });
});

test('[R-ENT-14] [R-CRT-01] the bag is changed offline, survives a reload, and reaches the server', async () => {
  await visitOnce();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /add recon vtol to bag/i }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add to Bag?' });
  await dialog.getByText('Qty: 1').waitFor();
  await dialog.getByRole('button', { name: /add to (bag|cart)/i }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await page.goto(`${shop.origin}/checkout`);
  await page.getByRole('combobox').first().selectOption('3');
  await page.reload();
  await expect.poll(() => page.getByRole('combobox').first().inputValue()).toBe('3');
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('checkouts') ?? '{}').checkoutItems[0].productCount))
    .toBe(3);
  await context.setOffline(false);
  await expect
    .poll(async () => {
      const answer = await shop.admin('/testing/data/checkouts');
      const { documents } = (await answer.json()) as { documents: { checkoutItems: { productCount: number }[] }[] };
      return documents.map(({ checkoutItems }) => checkoutItems.map((item) => item.productCount));
    }, { timeout: 15_000 })
    .toContainEqual([3]);
});
