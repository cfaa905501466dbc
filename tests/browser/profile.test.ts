import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { whenKept } from '../support/kept-forms.ts';
import { fillLogin, freshEmail, PASSWORD } from '../support/login-page.ts';
import { linksTo } from '../support/mailed-files.ts';
import { createPicture } from '../support/product-form-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs the 409 of a pull whose access has just changed. A profile that does not come is logged.
const world = setUpOwnShopWorld({
  device: 'returning',
  allowedErrors: /status of 409|^The profile could not be loaded or saved:|ERR_FAILED/,
});

const box = (label: string, page: Page = world.page) =>
  page.getByRole('form', { name: 'profile' }).getByLabel(label);
const save = () => world.page.getByRole('button', { name: 'Save', exact: true }).click();
const open = (path: string, page: Page = world.page) => page.goto(world.shop.origin + path);

async function enter(button: 'Login' | 'Sign Up', email: string): Promise<void> {
  await fillLogin(world.page, world.shop, email);
  await world.page.getByRole('button', { name: button, exact: true }).click();
}

async function signUp(): Promise<string> {
  const email = freshEmail();
  await enter('Sign Up', email);
  await world.page.waitForURL(/\/client$/);
  return email;
}

async function logOut(): Promise<void> {
  await open('/account');
  // While something waits, logging out asks what to do with it.
  await world.page.getByRole('definition').getByText('Confirmed').waitFor();
  await world.page.getByRole('definition').getByText('Nothing', { exact: true }).waitFor();
  await world.page.getByRole('button', { name: 'Log Out' }).click();
  await world.page.getByText('You are not signed in').waitFor();
}

async function accountId(): Promise<string> {
  const { account } = await world.page.evaluate(
    async () => (await (await fetch('/api/v1/session')).json()) as { account: { id: string } },
  );
  return account.id;
}

/** The profile as stored on the server. */
async function read(id: string): Promise<Record<string, unknown>> {
  const response = await world.shop.admin(`/testing/data/profiles/${id}`);
  return response.ok ? ((await response.json()) as Record<string, unknown>) : {};
}

test('[R-ENT-16] [R-AUT-05] [AU11] a person fills in the profile with a picture, and another device has it', async () => {
  const { page } = world;
  const email = await signUp();
  const id = await accountId();
  await page.getByRole('link', { name: 'Finish your profile' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
  await box('Given name').waitFor();
  await expectAccessibleInEachLook(page, 'the form of the profile');
  expect(await page.getByRole('form', { name: 'profile' }).getByText(email).count()).toBe(1);
  await box('Date of birth').fill('2999-01-01');
  await save();
  await page.getByText('This day is in the future.').waitFor();
  await box('Given name').fill('Ada');
  await box('Other names').fill('May');
  await box('Family name').fill('Byrne');
  await box('Mobile').fill('0400 000 000');
  await box('Address').fill('1 Quay Street\nSydney');
  await box('Date of birth').fill('1990-12-31');
  await box('Clinic').fill('Harbour Clinic');
  await box('Disciplines').fill('Physiotherapy\nMapping');
  await page.getByLabel('I am a therapist').check();
  await page
    .getByLabel('Choose a picture')
    .and(page.locator('input'))
    .setInputFiles(await createPicture('face.jpg', 20));
  const face = page.getByRole('img', { name: 'You, as your profile shows you' });
  await expect.poll(() => face.getAttribute('src')).toMatch(/^(blob:|\/pictures\/u\/)/);
  await save();
  await page.waitForURL(/\/account$/);
  await page.getByText('Ada May Byrne').waitFor();
  await expectAccessibleInEachLook(page, 'the account');
  expect(await page.getByRole('link', { name: 'Finish your profile' }).count()).toBe(0);
  await expect
    .poll(() => read(id))
    .toMatchObject({
      profileEmail: email,
      profileNameGiven: 'Ada',
      profileNameOther: 'May',
      profileNameFamily: 'Byrne',
      profileMobile: '0400 000 000',
      profileAddress: '1 Quay Street\nSydney',
      profileDateOfBirth: '1990-12-31',
      profileClinicName: 'Harbour Clinic',
      profileDiscipline: ['Physiotherapy', 'Mapping'],
      profileTypeTherapist: true,
      profileTypeClient: false,
    });
  const picture = String((await read(id))['profileImage']);
  expect(picture).toMatch(/^\/pictures\/u\/[0-9a-f]{32}\.webp$/);
  await expect.poll(async () => (await fetch(world.shop.origin + picture)).status).toBe(200);

  const other = await (await world.newContext()).newPage();
  await fillLogin(other, world.shop, email);
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await other.waitForURL(/\/client$/);
  await open('/account/profile', other);
  await expect.poll(() => box('Family name', other).inputValue()).toBe('Byrne');
  await other.getByText('Confirmed').waitFor();
});

test('[R-ENT-16] [PB3] what is typed without a connection survives the tab, is saved on the device and sent later', async () => {
  const { page, context } = world;
  await signUp();
  const id = await accountId();
  await open('/account/profile');
  await box('Clinic').waitFor();
  await context.setOffline(true);
  await box('Clinic').fill('Harbour Clinic');
  await whenKept(page, 'Harbour Clinic');
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await open('/account/profile', next);
  await expect.poll(() => box('Clinic', next).inputValue()).toBe('Harbour Clinic');
  await next.getByText('We kept what you typed').waitFor();
  await next.getByRole('button', { name: 'Save', exact: true }).click();
  await next.waitForURL(/\/account$/);
  await next.getByRole('definition').getByText('Saved on this device').waitFor();
  await context.setOffline(false);
  await expect.poll(() => read(id)).toMatchObject({ profileClinicName: 'Harbour Clinic' });
  await next.getByRole('definition').getByText('Confirmed').waitFor();
});

test('[R-RTE-26] [R-RTE-27] [R-USR-03] [R-PRF-01] the profile saved through the form decides where the next sign-in leads', async () => {
  const { page } = world;
  const email = await signUp();
  for (const [isTherapist, isClient, path] of [
    [false, true, '/program'],
    [true, true, '/client'],
    [true, false, '/client'],
    [false, false, '/client'],
  ] as const) {
    await open('/account/profile');
    await page.getByLabel('I am a therapist').setChecked(isTherapist);
    await page.getByLabel('I am a client').setChecked(isClient);
    await save();
    await page.waitForURL(/\/account$/);
    await page.getByRole('definition').getByText('Confirmed').waitFor();
    await logOut();
    await enter('Login', email);
    await page.waitForURL(/\/(client|program)$/);
    expect(new URL(page.url()).pathname).toBe(path);
    await page.getByRole('heading', { level: 1, name: /^Good to see you/ }).waitFor();
  }
});

test('[R-RTE-27] [R-PRF-02] [R-ERR-03] a client whose profile does not come is led to /client, and that is logged', async () => {
  const { page } = world;
  const email = await signUp();
  await open('/account/profile');
  await page.getByLabel('I am a client').check();
  await save();
  await page.waitForURL(/\/account$/);
  await page.getByRole('definition').getByText('Confirmed').waitFor();
  await logOut();
  const logged: string[] = [];
  page.on('console', (message) => void logged.push(message.text()));
  await world.context.route(/\/profiles\/pull/, (route) => route.abort());
  await enter('Login', email);
  await page.waitForURL(/\/client$/);
  expect(logged.join('\n')).toContain('The profile could not be loaded or saved:');
  await world.context.unroute(/\/profiles\/pull/);
});

test('[R-ENT-16] a person who is signed out is led back to the profile by the sign-in', async () => {
  const email = await signUp();
  await logOut();
  await open('/account/profile');
  await world.page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await world.page.getByLabel('Email').fill(email);
  await world.page.getByLabel('Password').fill(PASSWORD);
  await world.page.getByRole('button', { name: 'Login', exact: true }).click();
  await world.page.waitForURL(/\/account\/profile$/);
  await box('Given name').waitFor();
});

test('[AU10] a person changes the address by a link to the new one, and keeps the profile', async () => {
  const { page, shop } = world;
  const email = await signUp();
  await open('/account/profile');
  await box('Clinic').fill('Harbour Clinic');
  await save();
  await page.waitForURL(/\/account$/);
  await page.getByRole('definition').getByText('Confirmed').waitFor();
  await open('/account/security');
  const next = freshEmail();
  await page.getByLabel('New address').fill(next);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByText('an email with a link is on its way').waitFor();
  await expectAccessibleInEachLook(page, 'the security page with a link on its way');
  await expect.poll(() => linksTo(shop, next)).toHaveLength(1);
  await page.goto(linksTo(shop, next)[0] ?? '');
  await page.getByRole('button', { name: `Use ${next}` }).waitFor();
  await expectAccessibleInEachLook(page, 'the page of the link to a new address');
  await page.getByRole('button', { name: `Use ${next}` }).click();
  await page.getByText('is now the address of your account').waitFor();
  // After the mail of the sign-up, the one that tells of the change.
  await expect.poll(() => linksTo(shop, email)).toHaveLength(2);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe(next);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/client$/);
  await page.getByText('Harbour Clinic').waitFor();
  await expect.poll(async () => (await read(await accountId()))['profileEmail']).toBe(next);
});
