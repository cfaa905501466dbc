import { expect, test } from 'vitest';
import { sendEnquiry, storedEnquiry } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin, freshEmail, PASSWORD } from '../support/login-page.ts';
import { readDownload } from '../support/read-download.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs the refused call, and the 409 of a pull whose access has just changed.
const world = setUpOwnShopWorld({ device: 'without-worker', allowedErrors: /status of (403|409)/ });

test('[PR1] a person downloads the own data, offline only with a connection, and finds the enquiry in the file', async () => {
  const { page, shop, context } = world;
  const email = freshEmail();
  await fillLogin(page, shop, email);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.waitForURL(/\/client$/);
  const id = await sendEnquiry(page, shop, 'what do you know of me');
  await expect.poll(() => storedEnquiry(shop, id)).toMatchObject({ sync: { updatedBy: email } });

  await page.goto(`${shop.origin}/client`);
  await page.getByRole('link', { name: 'Your data' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your data' }).waitFor();
  await context.setOffline(true);
  await page.getByText('The file is made by the server: downloading needs a connection.').waitFor();
  const button = page.getByRole('button', { name: 'Download my data' });
  expect(await button.isDisabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => button.isEnabled()).toBe(true);

  // As if the sign-in were more than ten minutes ago.
  let isConfirmed = false;
  await page.route('**/api/v1/account/confirm', (route) => ((isConfirmed = true), route.continue()));
  await page.route('**/api/v1/account/data', (route) => {
    if (isConfirmed) return route.continue();
    const error = {
      code: 'permission-denied',
      reason: 'CONFIRM_IDENTITY',
      message: 'Confirm that it is you.',
    };
    return route.fulfill({ status: 403, json: { error } });
  });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('nankeen-my-data.json');
  await page.getByText(/is saved\./).waitFor();
  expect(JSON.parse(await readDownload(download))).toMatchObject({
    account: { email },
    sessions: [{ isCurrent: true, browser: 'Chrome' }],
    documents: expect.arrayContaining([
      expect.objectContaining({
        kind: 'enquiry',
        id,
        content: expect.objectContaining({ contactMessage: 'what do you know of me' }),
        history: [expect.objectContaining({ operation: 'create', updatedBy: email })],
      }),
    ]),
    isComplete: true,
  });
  await expectAccessibleInEachLook(page, 'own data');
});
