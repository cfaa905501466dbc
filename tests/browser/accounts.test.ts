import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillLogin, freshEmail, waitForProfile } from '../support/login-page.ts';
import {
  respondTooManyRequests,
  PUSHES,
  sendEnquiry,
  storedEnquiry,
  storedMessages,
} from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

// The browser logs failed requests: the 429 these tests inject, the 400 of an empty form, and the 409 of a pull whose
// access has just changed. The app logs the refused sign-up.
const world = setUpShopWorld({
  device: 'returning',
  allowedErrors: /status of (400|429|409)|Authentication error/,
});

async function enter(email: string, button: 'Login' | 'Sign Up', page: Page = world.page): Promise<void> {
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/client$/);
}

/** Signs up, submits an enquiry that can't be sent, and clicks Log Out. @returns the enquiry's id */
async function logOutWithPendingEnquiry(email: string, message: string): Promise<string> {
  const { page, shop } = world;
  await enter(email, 'Sign Up');
  await waitForProfile(page);
  await page.route(PUSHES, respondTooManyRequests);
  const id = await sendEnquiry(page, shop, message);
  await page.goto(`${shop.origin}/client`);
  await page.getByText('Saved on this device').first().waitFor();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('dialog', { name: '1 change is not sent yet' }).waitFor();
  return id;
}

/** Names of the accounts' local stores on this device. */
function accountStores(): Promise<readonly string[]> {
  return world.page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => /^rxdb-dexie-nankeen-[^-]/.test(name)),
  );
}

async function waitForSignOut(): Promise<void> {
  await world.page.getByText('You are not signed in').waitFor();
}

test('[CL5] [F42] [R-AUT-09] sign-out with a pending write, Send: it is sent as the account, whose data then leaves the device', async () => {
  const email = freshEmail();
  const id = await logOutWithPendingEnquiry(email, 'sent at the door');
  await world.page.unroute(PUSHES);
  await world.page.getByRole('button', { name: 'Send now' }).click();
  await waitForSignOut();
  expect(await storedEnquiry(world.shop, id)).toMatchObject({ sync: { updatedBy: email } });
  await expect.poll(accountStores).toEqual([]);
  await world.page.goto(`${world.shop.origin}/contact/${id}`);
  await world.page.getByText('This enquiry is not on this device').waitFor();
});

test('[CL5] [F42] sign-out with a pending write, Keep: it is hidden and unsent until the account signs in here again', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  const id = await logOutWithPendingEnquiry(email, 'kept for later');
  await page.getByRole('button', { name: 'Keep for this account' }).click();
  await waitForSignOut();
  await page.unroute(PUSHES);
  await page.goto(`${shop.origin}/sync`);
  await page.getByText('Everything is up to date.').waitFor();
  await page.getByText('Online', { exact: true }).waitFor();
  expect(await storedEnquiry(shop, id)).toBeUndefined();

  await enter(email, 'Login');
  const kept = page.getByRole('listitem').filter({ hasText: 'kept for later' });
  await kept.getByText('Received').waitFor();
  expect(await storedEnquiry(shop, id)).toMatchObject({ sync: { updatedBy: email } });
});

test('[CL5] [F42] sign-out with a pending write, Discard: after a second prompt it is deleted and never reaches the server', async () => {
  const { page, shop } = world;
  const id = await logOutWithPendingEnquiry(freshEmail(), 'never mind');
  await expectAccessibleInEachLook(page, 'what becomes of waiting writes');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard what was not sent?' }).waitFor();
  await expectAccessibleInEachLook(page, 'asked once more');
  await page.getByRole('button', { name: 'Discard and log out' }).click();
  await waitForSignOut();
  await page.unroute(PUSHES);
  await expect.poll(accountStores).toEqual([]);
  expect(await storedEnquiry(shop, id)).toBeUndefined();
});

test('[AC4] [CL6] [F43] signing in moves this device’s enquiry and cart to the account, and so to all its devices', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  const id = await sendEnquiry(page, shop, 'before I had an account');
  await page.getByText('Received').first().waitFor();
  await enter(email, 'Sign Up');
  const mine = (tab: Page) => tab.getByRole('listitem').filter({ hasText: 'before I had an account' });
  await mine(page).getByText('Received').waitFor();
  await page.getByText('1 item').first().waitFor();

  const other = await (await world.newContext()).newPage();
  await enter(email, 'Login', other);
  await mine(other).getByText('Received').waitFor();
  await other.getByText('1 item').first().waitFor();
  expect(new Set(await storedMessages(shop, id))).toEqual(new Set(['before I had an account']));
});

test('[CF1] [CF2] products that two new devices of one account add before they send are in one cart, and nothing needs review', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await enter(email, 'Sign Up');
  await waitForProfile(page);
  const other = await (await world.newContext()).newPage();
  await enter(email, 'Login', other);
  await waitForProfile(other);
  const devices = [page, other];
  let release = () => {};
  const bothHaveAdded = new Promise<void>((resolve) => (release = resolve));
  for (const [index, product] of ['recon-vtol', 'lifter-25'].entries()) {
    const tab = devices[index]!;
    await tab.route(PUSHES, (route) => bothHaveAdded.then(() => route.continue()));
    await tab.goto(`${shop.origin}/product/${product}`);
    await tab.getByRole('button', { name: 'Add to Cart' }).click();
    await tab.getByRole('link', { name: /1 items in cart/ }).waitFor();
  }
  release();
  for (const tab of devices) {
    await tab.getByRole('link', { name: /2 items in cart/ }).waitFor();
    await tab.goto(`${shop.origin}/sync`);
    await tab.getByText('Everything is up to date.').waitFor();
    await tab.getByText('Nothing needs review.').waitFor();
  }
});

test('[CL5] [CL6] [R-CAL-14] signing out offline keeps what waits for the account, and its session ends before any other call', async () => {
  const { page, context, shop } = world;
  const email = freshEmail();
  const claims: string[] = [];
  page.on('request', (request) => request.url().endsWith('/claim') && claims.push(request.url()));
  await page.route('**/api/v1/claim', (route) => route.abort('connectionreset'));
  await enter(email, 'Sign Up');
  await expect.poll(() => claims.length).toBe(1);
  await page.unroute('**/api/v1/claim');
  await context.setOffline(true);
  const id = await sendEnquiry(page, shop, 'kept while offline');
  await page.goto(`${shop.origin}/client`);
  await page.getByRole('button', { name: 'Log Out' }).click();
  const dialog = page.getByRole('dialog', { name: /not sent yet$/ });
  await dialog.getByText("You're offline. This needs a connection.").waitFor();
  await expectAccessibleInEachLook(page, 'signing out offline');
  await dialog.getByRole('button', { name: 'Keep for this account' }).click();
  await page.getByText('You are not signed in').waitFor();
  await page.reload();
  await page.getByText('You are not signed in').waitFor();
  expect(await accountStores()).not.toEqual([]);

  const answered: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) answered.push(pathname.replace('/api/v1', ''));
  });
  await context.setOffline(false);
  await expect.poll(() => answered.length).toBeGreaterThan(1);
  expect(answered[0]).toBe('/auth/sign-out');
  const session = await page.evaluate(async () => (await fetch('/api/v1/session')).json());
  expect(session).toMatchObject({ account: null });
  // What is left to be claimed waits for a sign-in.
  expect(claims).toHaveLength(1);
  expect(await storedEnquiry(shop, id)).toBeUndefined();

  await enter(email, 'Login');
  await expect.poll(() => storedMessages(shop, id)).toEqual(['kept while offline']);
});

test('[R-ERR-13] [R-LGN-01] an empty sign-up says what to enter, the password can be shown, and a mail is announced', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await page.goto(`${shop.origin}/login`);
  await page.getByText('You don’t need an account').waitFor();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Error:' });
  await alert.waitFor();
  expect(await alert.innerText()).toBe(
    'Error: Enter an email address, like name@example.com. Enter a password of at least 8 characters.',
  );
  const password = page.getByLabel('Password');
  expect(await password.getAttribute('autocomplete')).toBe('new-password');
  await page.getByLabel('Email').fill(email);
  await password.fill('correct horse battery');
  await page.getByRole('button', { name: 'Show' }).click();
  expect(await password.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide' }).click();
  expect(await password.getAttribute('type')).toBe('password');
  await expectAccessibleInEachLook(page, 'the login page');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page
    .getByText(`A link is on its way to ${email}. Open it to confirm your address.`)
    .first()
    .waitFor();
  await page.waitForURL(/\/client$/);
});
