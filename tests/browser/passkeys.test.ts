import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin, PASSWORD } from '../support/login-page.ts';
import { linksTo } from '../support/mailed-files.ts';
import type { ShopServer } from '../support/shop-server.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

const MIA = 'mia@example.com';
const STAFF = 'sue@example.com';

// The browser logs sign-ins that need more or are refused, and the 409 of a pull whose access has just changed.
const world = setUpOwnShopWorld({
  environment: { STAFF_EMAILS: STAFF },
  allowedErrors: /status of (401|403|409)|Authentication error/,
});

const newPage = async () => (await world.newContext()).newPage();

const enter = (page: Page, button: 'Login' | 'Sign Up') =>
  page.getByRole('button', { name: button, exact: true }).click();

async function signUp(page: Page, email: string): Promise<void> {
  await fillLogin(page, world.shop, email);
  await enter(page, 'Sign Up');
  await page.waitForURL(/\/client$/);
  await expect.poll(() => linksTo(world.shop, email)).not.toEqual([]);
}

/** The part of the security page, opened. */
async function openFactors(page: Page) {
  await page.goto(`${world.shop.origin}/account/security`);
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Add a passkey' }).waitFor();
  return section;
}

/** As if every session had proven more than ten minutes ago who its person is. */
function forgetProofs({ dataDir }: ShopServer): void {
  const database = new Database(join(dataDir, 'accounts.sqlite'));
  database.prepare('UPDATE session SET confirmedAt = confirmedAt - 660000').run();
  database.close();
}

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click();

test('[AU5] a person adds a passkey, signs out, signs in with it alone, and removes it', async () => {
  const { page, shop, context } = world;
  const device = await addVirtualAuthenticator(page);
  await signUp(page, MIA);
  const section = await openFactors(page);
  await context.setOffline(true);
  await section.getByText('Seeing and changing the second factor needs a connection.').waitFor();
  expect(await section.getByRole('button', { name: 'Add a passkey' }).isDisabled()).toBe(true);
  await context.setOffline(false);
  const add = section.getByRole('button', { name: 'Add a passkey' });
  await expect.poll(() => add.isEnabled()).toBe(true);

  await device.recognise(false);
  await section.getByLabel('Name').fill('Old phone');
  await add.click();
  await page.getByText('No passkey was made: it was cancelled, or it took too long.').waitFor();
  await device.recognise(true);
  await add.click();
  await section.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(await section.getByRole('listitem').count()).toBe(10);
  await section.getByRole('button', { name: 'I have kept them' }).click();
  const row = section.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  expect(await row.textContent()).toMatch(/^Old phoneAdded .*Not used yetRemove$/);
  await add.click();
  await page.getByText('This device or password manager has a passkey of your account already.').waitFor();
  expect(await row.count()).toBe(1);
  await expectAccessibleInEachLook(page, 'security with a passkey');
  expect(await device.passkeys()).toEqual([
    expect.objectContaining({ rpId: 'localhost', isResidentCredential: true }),
  ]);

  await page.goto(`${shop.origin}/login`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Password').waitFor();
  await expectAccessibleInEachLook(page, 'login with a passkey');
  await device.recognise(false);
  await usePasskey(page);
  await page.getByText('No passkey was used: it was cancelled, took too long').waitFor();
  await device.recognise(true);
  await context.setOffline(true);
  await page.getByText('Signing in needs a connection.').waitFor();
  expect(await page.getByRole('button', { name: 'Use a passkey' }).isDisabled()).toBe(true);
  await context.setOffline(false);
  await usePasskey(page);
  await page.waitForURL(/\/client$/);
  await page.getByText(MIA).first().waitFor();

  await openFactors(page);
  await row.getByText(/^Last used /).waitFor();
  await row.getByRole('button', { name: 'Remove the passkey Old phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await dialog.getByText(/It is your only second factor/).waitFor();
  await expectAccessibleInEachLook(page, 'remove a passkey');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await section.getByText('Without one, your password alone signs in.').waitFor();
  expect(await row.count()).toBe(0);

  await page.goto(`${shop.origin}/login`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await usePasskey(page);
  await page.getByText('Error: The shop doesn’t know this passkey.').waitFor();
  await fillLogin(page, shop, MIA);
  await enter(page, 'Login');
  await page.waitForURL(/\/client$/);
});

test('[AU5] [AU6] staff enrol with a passkey, give it after the password, and prove with it who they are', async () => {
  const { page, shop } = world;
  const device = await addVirtualAuthenticator(page);
  await signUp(page, STAFF);
  // The role needs a proven address, and a session that began by a link proves no identity.
  await page.goto(linksTo(shop, STAFF)[0] ?? '');
  await page.getByRole('button', { name: `Confirm ${STAFF}` }).click();
  await page.getByText(`${STAFF} is confirmed.`).waitFor();
  const section = await openFactors(page);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await asked.getByLabel('Password').fill(PASSWORD);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await section.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const codes = section.getByRole('listitem');
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await section.getByText('Chrome on Linux', { exact: true }).waitFor();
  await page.goto(`${shop.origin}/admin/staff`);
  const member = page.getByRole('listitem').filter({ hasText: STAFF });
  await member.getByText('Has a second factor').waitFor();

  // The password manager has brought the passkey to another computer.
  const other = await newPage();
  const otherDevice = await addVirtualAuthenticator(other);
  for (const passkey of await device.passkeys()) await otherDevice.copy(passkey);
  await fillLogin(other, shop, STAFF);
  await enter(other, 'Login');
  await other.getByRole('heading', { name: 'Second factor' }).waitFor();
  await other.getByRole('button', { name: 'Use a recovery code' }).waitFor();
  await expectAccessibleInEachLook(other, 'second factor with a passkey');
  await otherDevice.recognise(false);
  await usePasskey(other);
  await other.getByText('No passkey was used').waitFor();
  await otherDevice.recognise(true);
  await usePasskey(other);
  await other.waitForURL(/\/client$/);

  forgetProofs(shop);
  await other.goto(`${shop.origin}/admin/staff`);
  await other.getByLabel('Address of the account').fill('kim@example.com');
  await other.getByRole('button', { name: 'Grant' }).click();
  const dialog = other.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectAccessibleInEachLook(other, 'confirm with a passkey');
  await otherDevice.recognise(false);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await dialog.getByText('No passkey was used').waitFor();
  await otherDevice.recognise(true);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await other.getByRole('listitem').filter({ hasText: 'kim@example.com' }).waitFor();

  // A browser whose device has no passkeys.
  const old = await newPage();
  await old.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await fillLogin(old, shop, STAFF);
  expect(await old.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
  await enter(old, 'Login');
  await old.getByText('This browser can’t use the passkeys of your account.').waitFor();
  await old.getByLabel('Recovery code').fill(recoveryCode);
  await old.getByRole('button', { name: 'Continue' }).click();
  await old.waitForURL(/\/client$/);
  await old.goto(`${shop.origin}/account/security`);
  await old.getByText('This browser can’t make passkeys.').waitFor();
  await old.getByText('You have 9 recovery codes left.').waitFor();
});
