import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium, watchComplaints } from '../support/chromium.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';

let browser: Browser;
let shop: ShopServer;
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
  page = await (await browser.newContext()).newPage();
  complaints = watchComplaints(page);
});

afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

async function fillBag(): Promise<void> {
  await page.goto(`${shop.origin}/product/6s-19000-mah-battery`);
  await page.getByRole('combobox', { name: /quantity|qty/i }).selectOption('2');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await page.goto(`${shop.origin}/checkout`);
  await page.getByRole('heading', { name: 'Order Summary' }).waitFor();
}

test('[R-GEN-02] [R-CHK-02] [R-PAY-01] [R-PAY-03] [R-CRT-07] a shopper fills the bag, pays on the hosted page and comes back to an empty bag', async () => {
  await fillBag();
  for (const amount of ['$1,168.20', '$129.80', '$1,298.00']) await page.getByText(amount).first().waitFor();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL(/\/test-payment\//);
  await page.getByText(/test mode/i).first().waitFor();
  await page.getByRole('button', { name: /pay/i }).click();
  await page.waitForURL(/\/success\?session_id=/);
  await page.getByText('Thank You for Your Purchase!').waitFor();
  await page.getByText('items in cart').waitFor({ state: 'detached' });
  const sessionId = new URL(page.url()).searchParams.get('session_id') ?? '';
  const status = async () => (await (await fetch(`${shop.origin}/api/v1/checkout/sessions/${sessionId}`)).json()) as unknown;
  await expect.poll(status).toMatchObject({ status: 'paid' });
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await page.waitForURL(`${shop.origin}/`);
});

test('[R-PAY-02] a shopper who cancels the payment comes back to the bag as it was', async () => {
  await fillBag();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL(/\/test-payment\//);
  await page.getByRole('button', { name: /cancel/i }).click();
  await page.waitForURL(`${shop.origin}/checkout`);
  await expect.poll(() => page.getByRole('combobox').first().inputValue()).toBe('2');
});
