import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';

let browser: Browser;
let shop: ShopServer;
let page: Page;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchChromium(), startShopServer()]);
});

afterAll(async () => {
  await browser.close();
  await shop.stop();
});

beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
});

afterEach(() => page.context().close());

async function fillLogin(email: string, password: string): Promise<void> {
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel(/email/i).first().fill(email);
  await page.getByLabel(/password/i).first().fill(password);
}

test('[R-AUT-01] [R-USR-02] [R-ROL-02] [R-AUT-09] staff sign in and see their buttons, in another tab too, until they log out', async () => {
  await fillLogin(shop.staff.email, shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/client$/);
  const other = await page.context().newPage();
  await other.goto(`${shop.origin}/products/drones`);
  await other.getByRole('link', { name: 'Create Product' }).waitFor();
  for (const name of ['Read', 'Edit', 'Deprecate']) await other.getByRole('link', { name: new RegExp(name) }).first().waitFor();
  await other.goto(`${shop.origin}/product/recon-vtol`);
  await other.getByRole('link', { name: 'Update' }).waitFor();

  await page.goto(`${shop.origin}/login`);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  await other.getByRole('link', { name: 'Update' }).waitFor({ state: 'detached' });
});

test('[R-ERR-01] [R-VAL-05] a wrong password is told in an alert and logged, and nobody is signed in', async () => {
  const logged: string[] = [];
  page.on('console', (message) => void logged.push(message.text()));
  await fillLogin(shop.staff.email, 'not the password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: /^Error: / }).waitFor();
  expect(logged.some((text) => text.startsWith('Authentication error:'))).toBe(true);
  await page.goto(`${shop.origin}/products/drones`);
  await page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Create Product' }).count()).toBe(0);
});

test('[R-AUT-02] anybody can sign up and is signed in at once', async () => {
  await fillLogin('ada@example.com', 'correct horse battery');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL(/\/client$/);
  const session = await page.evaluate(async () => (await fetch('/api/v1/session')).json() as Promise<unknown>);
  expect(session).toMatchObject({ account: { email: 'ada@example.com' }, isStaff: true });
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/session/i);
});
