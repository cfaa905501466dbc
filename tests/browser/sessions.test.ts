import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  respondTooManyRequests,
  PUSHES,
  sendEnquiry,
  storedEnquiry,
  submitEnquiry,
} from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin, freshEmail, PASSWORD, waitForProfile } from '../support/login-page.ts';
import { navigateInApp } from '../support/navigate-in-app.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';

// The browser logs the refused calls, and the 409 of a pull whose access has just changed.
const world = setUpOwnShopWorld({
  device: 'returning',
  allowedErrors: /status of (401|403|409|429)|Authentication error/,
});

async function enter(page: Page, email: string, button: 'Login' | 'Sign Up'): Promise<void> {
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/client$/);
}

const newPage = async () => (await world.newContext()).newPage();

const accountStores = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => /^rxdb-dexie-nankeen-[^-]/.test(name)),
  );

test('[AU7] a session ended from another browser is refused from the next request on, and its open page signs out with its data', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await enter(page, email, 'Sign Up');
  const phone = await newPage();
  await enter(phone, email, 'Login');
  await expect.poll(() => accountStores(phone)).not.toEqual([]);
  const ownSessions = async () =>
    (await phone.request.get(`${shop.origin}/api/v1/account/sessions`)).status();
  expect(await ownSessions()).toBe(200);

  await page.goto(`${shop.origin}/account/security`);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByText('This browser').waitFor();
  await expectAccessibleInEachLook(page, 'security with sessions');
  await sessions.getByRole('button', { name: 'End the session of Chrome on Linux' }).click();
  await sessions.getByText('You are signed in nowhere else.').waitFor();
  expect(await ownSessions()).toBe(401);
  await phone.getByText('You are not signed in').waitFor();
  await expect.poll(() => accountStores(phone)).toEqual([]);
});

test('[AU7] [CL5] what waits on a device whose session was ended is sent when the account signs in there again', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  const phone = await newPage();
  await enter(phone, email, 'Sign Up');
  await enter(page, email, 'Login');
  await phone.route(PUSHES, respondTooManyRequests);
  const id = await sendEnquiry(phone, shop, 'written before the end');
  await phone.goto(`${shop.origin}/client`);
  await phone.getByText('Saved on this device').first().waitFor();

  await page.goto(`${shop.origin}/account/security`);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await phone.getByText('You are not signed in').waitFor();
  const notice = phone.getByText(/^This browser was signed out\. .* not sent yet/);
  await notice.waitFor();
  await expectAccessibleInEachLook(phone, 'a notice of unsent changes');
  await phone.unroute(PUSHES);
  expect(await storedEnquiry(shop, id)).toBeUndefined();

  await enter(phone, email, 'Login');
  await expect.poll(() => storedEnquiry(shop, id)).toMatchObject({ sync: { updatedBy: email } });
  expect(await notice.count()).toBe(0);
});

test('[AU7] [CL6] a page that was closed before it had followed the end of its session follows it at the next start', async () => {
  const { page, context, shop } = world;
  const email = freshEmail();
  await enter(page, email, 'Sign Up');
  await page.route(PUSHES, respondTooManyRequests);
  const id = await sendEnquiry(page, shop, 'written before the page was closed');
  await page.getByText('Saved on this device').first().waitFor();
  await context.clearCookies();
  const ended = JSON.stringify({ account: null, isStaff: false });
  await page.evaluate((text) => localStorage.setItem('nankeen.session', text), ended);
  await page.unroute(PUSHES);
  await page.goto(`${shop.origin}/client`);
  await page.getByText('You are not signed in').waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nankeen.identity'))).toBeNull();
  expect(await storedEnquiry(shop, id)).toBeUndefined();

  await enter(page, email, 'Login');
  await expect.poll(() => storedEnquiry(shop, id)).toMatchObject({ sync: { updatedBy: email } });
});

/** Holds the requests to an address. @returns what lets them go, and a promise of the first one */
async function hold(page: Page, address: string): Promise<{ release: () => void; asked: Promise<unknown> }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, (route) => released.then(() => route.continue()));
  return { release, asked: page.waitForRequest(address) };
}

test('[CL6] what is saved while a page turns to its session’s account is sent, and goes on there', async () => {
  const { shop } = world;
  const page = await newPage();
  const claim = await hold(page, '**/api/v1/claim');
  await openAsStaff(page, shop, '/template/create');
  await claim.asked;
  await page.getByLabel('Name').fill('Saved in between');
  await page.getByRole('button', { name: 'Save' }).click();
  claim.release();
  await page.getByText('Confirmed', { exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Saved in between' }).waitFor();
  expect(await (await shop.admin('/testing/data/templates')).text()).toContain('Saved in between');
});

test('[CL5] what is written while a person is being signed out waits for the account’s next sign-in', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await enter(page, email, 'Sign Up');
  await waitForProfile(page);
  await page.route(PUSHES, respondTooManyRequests);
  const ending = await hold(page, '**/api/v1/auth/sign-out');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await ending.asked;
  await navigateInApp(page, '/contact');
  const id = await submitEnquiry(page, 'written during the sign-out');
  ending.release();
  await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
  await page.unroute(PUSHES);
  expect(await storedEnquiry(shop, id)).toBeUndefined();

  await enter(page, email, 'Login');
  await expect.poll(() => storedEnquiry(shop, id)).toMatchObject({ sync: { updatedBy: email } });
});

test('[AU6] [AU9] [R-ROL-03] a manager gives a role and disables the account, which then can’t sign in', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  const person = await newPage();
  await enter(person, email, 'Sign Up');
  await openAsStaff(page, shop, '/admin');
  await page.getByRole('link', { name: 'Staff', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor();
  await page.getByLabel('Address of the account').fill(email);
  await page.getByRole('button', { name: 'Grant' }).click();
  const item = page.getByRole('listitem').filter({ hasText: email });
  await item.getByText(/^Staff, granted/).waitFor();
  await expectAccessibleInEachLook(page, 'staff');

  await item.getByRole('button', { name: /^Disable/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable this account?' });
  await expectAccessibleInEachLook(page, 'asked before disabling');
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await page.getByText(`${email} is disabled.`).waitFor();
  await person.getByText('You are not signed in').waitFor();
  await fillLogin(person, shop, email);
  await person.getByRole('button', { name: 'Login', exact: true }).click();
  await person.getByText(/^Error: This account is disabled/).waitFor();

  await page.getByRole('button', { name: `Enable the account ${email}` }).click();
  await page.getByText(`${email} can sign in again.`).waitFor();
  await enter(person, email, 'Login');
});

test('[AU6] a session that is not confirmed asks for the password, and goes on with what was asked for', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/admin/staff');
  await page.getByText('the demo’s own account').waitFor();
  // As if the sign-in were more than ten minutes ago.
  let isConfirmed = false;
  await page.route('**/api/v1/account/confirm', (route) => ((isConfirmed = true), route.continue()));
  await page.route('**/api/v1/admin/staff', (route) => {
    if (isConfirmed || route.request().method() !== 'POST') return route.continue();
    const error = {
      code: 'permission-denied',
      reason: 'CONFIRM_IDENTITY',
      message: 'Confirm that it is you.',
    };
    return route.fulfill({ status: 403, json: { error } });
  });
  const email = freshEmail();
  await page.getByLabel('Address of the account').fill(email);
  await page.getByRole('button', { name: 'Grant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password').waitFor();
  await expectAccessibleInEachLook(page, 'confirm it is you');
  await dialog.getByLabel('Password').fill(`not ${PASSWORD}`);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This is not your current password.').waitFor();
  await dialog.getByLabel('Password').fill(shop.staff.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('listitem').filter({ hasText: email }).waitFor();
});
