import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  openEnquiry,
  PUSHES,
  respondTooManyRequests,
  sendEnquiry,
  storedEnquiry,
} from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin, freshEmail } from '../support/login-page.ts';
import { linksTo } from '../support/mailed-files.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';

// The browser logs the refused calls, and the 409 of a pull whose access has just changed.
const world = setUpOwnShopWorld({
  device: 'returning',
  allowedErrors: /status of (401|403|404|409|412|429)|Authentication error/,
});

const MARK = 'words that nobody else writes';

async function enter(page: Page, email: string, button: 'Login' | 'Sign Up'): Promise<void> {
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/client$/);
}

const newPage = async () => (await world.newContext()).newPage();

/** Everything that a browser's databases and local storage hold, deleted rows included. */
function readBrowser(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not readable')));
      });
    const texts = [JSON.stringify({ ...localStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await done(database.transaction(store).objectStore(store).getAll());
        texts.push(`${name} ${store}: ${JSON.stringify(rows)}`);
      }
      database.close();
    }
    return texts.join('\n');
  });
}

const holds = async (page: Page, text: string) => (await readBrowser(page)).includes(text);

test('[PR2] [PR3] a person deletes the account by the mailed link, and it leaves this browser, another one and that of staff', async () => {
  const { page, shop, context } = world;
  const email = freshEmail();
  await enter(page, email, 'Sign Up');
  const id = await sendEnquiry(page, shop, MARK);
  await expect.poll(() => storedEnquiry(shop, id)).toMatchObject({ sync: { updatedBy: email } });
  const phone = await newPage();
  await enter(phone, email, 'Login');
  await phone.goto(`${shop.origin}/contact/${id}`);
  await openEnquiry(phone, id);
  // Something waits there that can't be sent any more afterwards.
  await phone.route(PUSHES, respondTooManyRequests);
  await sendEnquiry(phone, shop, `${MARK}, unsent`);
  const staff = await newPage();
  await openAsStaff(staff, shop, '/sync');
  await expect.poll(() => holds(staff, MARK)).toBe(true);

  await page.goto(`${shop.origin}/account/data`);
  const button = page.getByRole('button', { name: 'Delete my account' });
  await button.waitFor();
  await context.setOffline(true);
  await page.getByText('Deleting the account needs a connection.').waitFor();
  expect(await button.isDisabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => button.isEnabled()).toBe(true);
  const before = linksTo(shop, email).length;
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Email me the link' }).click();
  await page.getByText(/^A link is on its way to/).waitFor();
  await expectAccessibleInEachLook(page, 'deletion asked for');
  await expect.poll(() => linksTo(shop, email).length).toBeGreaterThan(before);
  const link = linksTo(shop, email).at(-1) ?? '';

  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByText('Your account stays. The link in our email no longer works.').waitFor();
  await page.goto(link);
  await page.getByText(/^This link is not valid: the deletion was cancelled/).waitFor();
  await page.goto(`${shop.origin}/account/data`);
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Email me the link' }).click();
  await expect.poll(() => linksTo(shop, email).at(-1)).not.toBe(link);

  await page.goto(linksTo(shop, email).at(-1) ?? '');
  await page.getByText(`This deletes the account of ${email}.`, { exact: false }).waitFor();
  await expectAccessibleInEachLook(page, 'delete the account');
  // Opening it has changed nothing.
  expect(await storedEnquiry(shop, id)).toMatchObject({ contactMessage: MARK });
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await page.getByText(/^Your account is deleted\./).waitFor();

  expect(await storedEnquiry(shop, id)).toBeUndefined();
  await expect.poll(() => holds(page, MARK)).toBe(false);
  await expect.poll(() => holds(page, email)).toBe(false);
  await expect.poll(() => holds(staff, MARK)).toBe(false);
  await expect.poll(() => holds(staff, email)).toBe(false);
  await expect.poll(() => holds(phone, MARK)).toBe(false);
  await expect.poll(() => holds(phone, email)).toBe(false);

  // The link is used, and this browser goes on as an anonymous shopper.
  await page.reload();
  await page.getByText('This link has been used already: the account is deleted.').waitFor();
  await page.goto(`${shop.origin}/account`);
  await page.getByText('You are not signed in').waitFor();
  const next = await sendEnquiry(page, shop, 'an enquiry without an account');
  await expect.poll(() => storedEnquiry(shop, next)).toMatchObject({ sync: { updatedBy: 'no user found' } });
});
