import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { sendEnquiry, storedMessages } from '../support/enquiry-page.ts';
import { fillLogin } from '../support/login-page.ts';
import { startOpenIdProvider, type Person, PEOPLE } from '../support/open-id-provider.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

const provider = await startOpenIdProvider();
afterAll(() => provider.close());

// The browser logs failed requests: the 409 of a pull whose access has just changed, and the 503 without the provider.
const world = setUpOwnShopWorld({
  device: 'returning',
  environment: provider.settings,
  allowedErrors: /status of (409|503)|Authentication error/,
});

let isAllowed = false;
beforeEach(() => {
  Object.assign(provider, { fault: undefined, tokenFault: undefined });
  if (!isAllowed) provider.allow(world.shop.origin);
  isAllowed = true;
});

const LARGE = { width: 1280, height: 800 };

async function openLogin(page: Page = world.page): Promise<void> {
  await page.setViewportSize(LARGE);
  await page.goto(`${world.shop.origin}/login`);
  await page.getByRole('button', { name: 'Login with Google' }).waitFor();
}

const google = (page: Page = world.page) => page.getByRole('button', { name: 'Login with Google' });

async function openPopup(context: BrowserContext = world.context, page: Page = world.page): Promise<Page> {
  const [popup] = await Promise.all([context.waitForEvent('page'), google(page).click()]);
  return popup;
}

async function choose(page: Page, person: Person | 'cancel'): Promise<void> {
  await page.getByRole('link', { name: person, exact: true }).click();
}

/** Puts two products into the cart and sends an enquiry. @returns the enquiry's id */
async function fillCart(message: string): Promise<string> {
  const { page, shop } = world;
  for (const product of ['recon-vtol', 'overwatch-x6']) {
    await page.goto(`${shop.origin}/product/${product}`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  }
  const id = await sendEnquiry(page, shop, message);
  await page.getByText('Received').first().waitFor();
  return id;
}

function expectItems(page: Page): Promise<void> {
  return expect
    .poll(() =>
      page
        .getByText(/^\d+ items?$/)
        .first()
        .innerText(),
    )
    .toBe('2 items');
}

async function expectEverything(id: string, message: string): Promise<void> {
  const { page, shop } = world;
  await page.waitForURL(/\/client$/);
  await page.getByRole('listitem').filter({ hasText: message }).getByText('Received').waitFor();
  await expectItems(page);
  expect(new Set(await storedMessages(shop, id))).toEqual(new Set([message]));
}

test('[R-AUT-03] [R-CAL-14] [AU4] signing in with Google in a window of its own keeps a full cart, and the window closes', async () => {
  const id = await fillCart('before the popup');
  await openLogin();
  const popup = await openPopup();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await world.page.getByText('Finish in the other window.').waitFor();
  await expectAccessibleInEachLook(world.page, 'waiting for the other window');
  await choose(popup, 'verified');
  await closed;
  await expectEverything(id, 'before the popup');
  await world.page.getByRole('heading', { name: /Vera/ }).waitFor();

  // Another device of the account has them too.
  const context = await world.newContext();
  const other = await context.newPage();
  await openLogin(other);
  await choose(await openPopup(context, other), 'verified');
  await other.waitForURL(/\/client$/);
  await expectItems(other);
});

test.each([
  ['a small screen', 'nameless'],
  ['a blocked popup', 'known'],
  ['an installed app', 'another'],
] as const)('[R-AUT-03] [AU4] in the same window Google keeps a full cart: %s', async (why, person) => {
  const { page } = world;
  const id = await fillCart(`on ${why}`);
  await openLogin();
  if (why === 'a small screen') await page.setViewportSize({ width: 360, height: 780 });
  if (why === 'a blocked popup') await page.evaluate(() => Object.assign(window, { open: () => null }));
  if (why === 'an installed app') {
    await page.evaluate(() => Object.assign(window, { matchMedia: () => ({ matches: false }) }));
  }
  await google().click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  expect(world.context.pages().length).toBe(1);
  await choose(page, person);
  await expectEverything(id, `on ${why}`);
});

test('[AU4] what is put into the cart while the other window is open comes along', async () => {
  const { page, shop, context } = world;
  await openLogin();
  const popup = await openPopup();
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  const tab = await context.newPage();
  await tab.goto(`${shop.origin}/product/recon-vtol`);
  await tab.getByRole('button', { name: 'Add to Cart' }).click();
  await tab.getByText('items in cart').first().waitFor({ state: 'attached' });
  await choose(popup, 'one more');
  await page.waitForURL(/\/client$/);
  await page.getByText('1 item').first().waitFor();
});

test('[AU4] after signing in a person goes on with what needed it, in the same window too', async () => {
  const { page, shop } = world;
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${shop.origin}/admin/products`);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await google().click();
  await choose(page, 'verified');
  await page.waitForURL(/\/admin\/products$/);
  await page.getByRole('heading', { name: 'Manage products' }).waitFor();
});

test('[AU3] [AU4] refusals are shown where the sign-in was begun: in both ways', async () => {
  const { page, shop, context } = world;
  const ann = await (await world.newContext()).newPage();
  await fillLogin(ann, shop, PEOPLE.unproven.email);
  await ann.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await ann.waitForURL(/\/client$/);

  await openLogin();
  const popup = await openPopup();
  const closed = popup.waitForEvent('close');
  await choose(popup, 'unproven');
  await closed;
  const alert = page.getByRole('alert').filter({ hasText: 'Error:' });
  await alert.filter({ hasText: 'This address already has an account here' }).waitFor();
  await alert.getByRole('link').waitFor();
  await expectAccessibleInEachLook(page, 'a refused sign-in with Google');

  await page.setViewportSize({ width: 360, height: 780 });
  await google().click();
  await choose(page, 'unverified');
  await page.waitForURL(/\/login$/);
  await alert.filter({ hasText: 'Google has not confirmed the address' }).waitFor();
  await google().click();
  await choose(page, 'cancel');
  await page.getByText('You cancelled at Google. Nothing was changed.').waitFor();
  expect(await alert.count()).toBe(0);

  provider.fault = 'down';
  await page.setViewportSize(LARGE);
  await google().click();
  await alert.filter({ hasText: 'Google can’t be reached' }).waitFor();
  await expect.poll(() => context.pages().length).toBe(1);
});

test('[AU4] without the window that opened it, the other window finishes the sign-in itself', async () => {
  const { page, shop } = world;
  await openLogin();
  const popup = await openPopup();
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await google().waitFor();
  await page.goto(`${shop.origin}/legals`);
  await choose(popup, 'verified');
  await popup.waitForURL(/\/client$/);
  await popup.getByRole('heading', { name: /Vera/ }).waitFor();
});

test('[AU4] [T39] the page’s policy stays as strict as without Google, and no window can reach another', async () => {
  const response = await fetch(`${world.shop.origin}/login`);
  expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(response.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://checkout.stripe.com;",
  );
  expect(response.headers.get('content-security-policy')).not.toMatch(/connect-src|127\.0\.0\.1/);
});
