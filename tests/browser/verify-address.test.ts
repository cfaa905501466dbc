import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin, freshEmail, PASSWORD } from '../support/login-page.ts';
import { linksTo } from '../support/mailed-files.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs failed requests: the refused link's, the ended session's and the old password's.
const world = setUpOwnShopWorld({
  device: 'without-worker',
  allowedErrors: /status of (400|401|409|412)|Authentication error/,
});

const NEW_PASSWORD = 'chosen by the owner';

async function signUp(page: Page): Promise<{ readonly email: string; readonly link: string }> {
  const email = freshEmail();
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.waitForURL(/\/client$/);
  await expect.poll(() => linksTo(world.shop, email).length).toBe(1);
  return { email, link: linksTo(world.shop, email)[0] ?? '' };
}

test('[R-CAL-14] [R-AUT-07] the mailed link opens a page that confirms the address with one button', async () => {
  const { page } = world;
  const { email, link } = await signUp(page);
  await page.getByText('Your address is not confirmed yet.').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));
  await page.goto(link);
  const button = page.getByRole('button', { name: `Confirm ${email}` });
  await button.waitFor();
  await expectAccessibleInEachLook(page, 'confirm the address');
  await button.click();
  await page.getByText(`${email} is confirmed.`).waitFor();
  await expectAccessibleInEachLook(page, 'address confirmed');
  await page.getByRole('button', { name: 'Go to your account' }).click();
  await page.getByRole('heading', { name: /^Good to see you/ }).waitFor();
  expect(await page.getByText('Your address is not confirmed yet.').count()).toBe(0);
  const [, token = ''] = link.split('#');
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((text) => text.includes(token))).toEqual([]);
});

test('[T11] in another browser the link’s page asks for a password, which ends the session of who signed up', async () => {
  const attacker = world.page;
  const { email, link } = await signUp(attacker);
  const owner = await (await world.newContext()).newPage();
  await owner.goto(link);
  await owner.getByLabel('Choose a password').fill('short');
  await expectAccessibleInEachLook(owner, 'choose a password');
  await owner.getByRole('button', { name: `Confirm ${email}` }).click();
  await owner.getByText('Use a password of at least 8 characters.').waitFor();
  await owner.getByLabel('Choose a password').fill(NEW_PASSWORD);
  await owner.getByRole('button', { name: `Confirm ${email}` }).click();
  await owner.getByText(`${email} is confirmed.`).waitFor();

  await attacker.reload();
  await attacker.getByText('You are not signed in').waitFor();
  await fillLogin(attacker, world.shop, email, PASSWORD);
  await attacker.getByRole('button', { name: 'Login', exact: true }).click();
  await attacker.getByText('Error: Invalid email or password').waitFor();

  await attacker.goto(link);
  await attacker.getByText('This link has been used already.').waitFor();
  await expectAccessibleInEachLook(attacker, 'used link');
});
