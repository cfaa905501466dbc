import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin, freshEmail, PASSWORD } from '../support/login-page.ts';
import { linksTo } from '../support/mailed-files.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs failed requests: refused passwords, the used link's, the ended session's and the old password's.
const world = setUpOwnShopWorld({
  device: 'without-worker',
  allowedErrors: /status of (400|401|403|409|412)|Authentication error/,
});

const NEW_PASSWORD = 'chosen after forgetting';

async function signUp(page: Page): Promise<string> {
  const email = freshEmail();
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.waitForURL(/\/client$/);
  return email;
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await fillLogin(page, world.shop, email, password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('[AU2] a forgotten password: the mailed link sets a new one, which ends the session of the other browser', async () => {
  const email = await signUp(world.page);
  const forgetful = await (await world.newContext()).newPage();
  await forgetful.goto(`${world.shop.origin}/login`);
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
  await forgetful.getByRole('heading', { name: 'Set a new password' }).waitFor();
  await forgetful.getByLabel('Email').fill(email);
  await expectAccessibleInEachLook(forgetful, 'ask for a link');
  await forgetful.getByRole('button', { name: 'Email me a link' }).click();
  await forgetful
    .getByText(`If ${email} has an account, a link to set a new password is on its way.`)
    .waitFor();
  const resetLink = () => linksTo(world.shop, email).find((link) => link.includes('/login/reset#')) ?? '';
  await expect.poll(resetLink).not.toBe('');

  await forgetful.goto(resetLink());
  await forgetful.getByLabel('New password').fill('password1');
  await forgetful.getByRole('button', { name: 'Set new password' }).click();
  await forgetful.getByText('This password is known from data breaches').waitFor();
  await expectAccessibleInEachLook(forgetful, 'choose a new password');
  await forgetful.getByLabel('New password').fill(NEW_PASSWORD);
  await forgetful.getByRole('button', { name: 'Set new password' }).click();
  await forgetful.getByText('Your new password is set. All browsers were signed out.').waitFor();

  await world.page.reload();
  await world.page.getByText('You are not signed in').waitFor();
  await logIn(world.page, email, PASSWORD);
  await world.page.getByText('Error: Invalid email or password').waitFor();
  await logIn(forgetful, email, NEW_PASSWORD);
  await forgetful.waitForURL(/\/client$/);

  await world.page.goto(resetLink());
  await world.page.getByText('This link has been used already.').waitFor();
});

test('[AU2] a signed-in person changes the password, and stays signed in here only', async () => {
  const { page } = world;
  const email = await signUp(page);
  const other = await (await world.newContext()).newPage();
  await logIn(other, email, PASSWORD);
  await other.waitForURL(/\/client$/);
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This is not your current password.').waitFor();
  await expectAccessibleInEachLook(page, 'change the password');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed. All other browsers are signed out.').waitFor();
  await page.reload();
  await page.getByLabel('Current password').waitFor();
  await other.reload();
  await other.getByText('You are not signed in').waitFor();
});
