import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { toCodeAt } from '../support/code-app.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin } from '../support/login-page.ts';
import { linksTo } from '../support/mailed-files.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

const ANN = 'ann@example.com';

// The browser logs refused sign-ins and codes, and the 409 of a pull whose access has just changed.
const world = setUpOwnShopWorld({
  device: 'without-worker',
  environment: { STAFF_EMAILS: ANN },
  allowedErrors: /status of (401|403|409|412)|Authentication error/,
});

const newPage = async () => (await world.newContext()).newPage();

async function logIn(page: Page): Promise<void> {
  await fillLogin(page, world.shop, ANN);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

const codeOf = (key: string, stepsLater = 0) => toCodeAt(key, Date.now() + stepsLater * 30_000);

test('[AU5] a person sets up a code app, signs in with a code once and with a recovery code, and removes it', async () => {
  const { page, shop } = world;
  await fillLogin(page, shop, ANN);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.waitForURL(/\/client$/);
  await expect.poll(() => linksTo(shop, ANN)).not.toEqual([]);

  await page.goto(`${shop.origin}/account/security`);
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Set up a code app' }).click();
  await section.getByRole('img', { name: 'The key as a picture to scan' }).waitFor();
  await expectAccessibleInEachLook(page, 'set up a code app');
  const text = await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const key = (text ?? '').replaceAll(' ', '');
  await section.getByLabel('Code', { exact: true }).fill(codeOf(key, 20));
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByText('This code is not right.').waitFor();
  const first = codeOf(key, -1);
  await section.getByLabel('Code', { exact: true }).fill(first);
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await expectAccessibleInEachLook(page, 'recovery codes');
  const codes = await section.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('nankeen-recovery-codes.txt');
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await section.getByText('You have 10 recovery codes left.').waitFor();

  const phone = await newPage();
  await logIn(phone);
  await phone.getByRole('heading', { name: 'Second factor' }).waitFor();
  await expectAccessibleInEachLook(phone, 'second factor');
  const give = async (on: Page, code: string) => {
    await on.getByLabel('Code', { exact: true }).fill(code);
    await on.getByRole('button', { name: 'Continue' }).click();
  };
  const second = codeOf(key, 1);
  await give(phone, second);
  await phone.waitForURL(/\/client$/);

  const tablet = await newPage();
  await logIn(tablet);
  await give(tablet, second);
  await tablet
    .getByText('This code was used a moment ago. Wait for the next one, at most 30 seconds.')
    .waitFor();
  await tablet.getByRole('button', { name: 'Use a recovery code' }).click();
  await tablet.getByLabel('Recovery code').fill(codes[0] ?? '');
  await tablet.getByRole('button', { name: 'Continue' }).click();
  await tablet.waitForURL(/\/client$/);

  await tablet.goto(`${shop.origin}/account/security`);
  await tablet.getByText('You have 9 recovery codes left.').waitFor();
  await tablet.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Remove' }).click();
  await tablet.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await tablet.getByRole('button', { name: 'Set up a code app' }).waitFor();
  await phone.getByText('You are not signed in').waitFor();
});
