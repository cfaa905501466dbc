import { expect, test } from 'vitest';
import { fillLogin, freshEmail } from '../support/login-page.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

// Both the browser and the app log a refused sign-in.
const world = setUpShopWorld({
  device: 'returning',
  allowedErrors: /status of (401|409)|^Authentication error:/,
});

test('[R-AUT-01] [R-USR-02] [R-ROL-02] [R-AUT-09] staff see their buttons after signing in, in another tab too, until they log out', async () => {
  const { page, shop } = world;
  await fillLogin(page, shop, shop.staff.email, shop.staff.password);
  await world.page.getByRole('button', { name: 'Login', exact: true }).click();
  await world.page.waitForURL(/\/client$/);
  const other = await world.page.context().newPage();
  await other.goto(`${world.shop.origin}/products/drones`);
  await other.getByRole('link', { name: 'Create Product' }).waitFor();
  for (const name of ['Read', 'Edit', 'Deprecate'])
    await other
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor();
  await other.goto(`${world.shop.origin}/product/recon-vtol`);
  await other.getByRole('link', { name: 'Update' }).waitFor();

  await world.page.goto(`${world.shop.origin}/login`);
  await world.page.getByRole('button', { name: 'Log Out' }).click();
  await world.page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  await other.getByRole('link', { name: 'Update' }).waitFor({ state: 'detached' });
});

test('[R-ERR-01] [R-VAL-05] a wrong password is logged and shown in an alert, and no session starts', async () => {
  const logged: string[] = [];
  world.page.on('console', (message) => void logged.push(message.text()));
  await fillLogin(world.page, world.shop, world.shop.staff.email, 'not the password');
  await world.page.getByRole('button', { name: 'Login', exact: true }).click();
  await world.page
    .getByRole('alert')
    .filter({ hasText: /^Error: / })
    .waitFor();
  expect(logged.some((text) => text.startsWith('Authentication error:'))).toBe(true);
  await world.page.goto(`${world.shop.origin}/products/drones`);
  await world.page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  expect(await world.page.getByRole('link', { name: 'Create Product' }).count()).toBe(0);
});

test('[R-AUT-02] a visitor can sign up and is signed in at once', async () => {
  const email = freshEmail();
  await fillLogin(world.page, world.shop, email);
  await world.page.getByRole('button', { name: 'Sign Up' }).click();
  await world.page.waitForURL(/\/client$/);
  const session = await world.page.evaluate(
    async () => (await fetch('/api/v1/session')).json() as Promise<unknown>,
  );
  expect(session).toMatchObject({ account: { email }, isStaff: true });
  expect(await world.page.evaluate(() => document.cookie)).not.toMatch(/session/i);
});

test('[R-RTE-25] [R-RTE-26] [R-AUT-04] [R-AUT-06] [R-AUT-08] a new account lands on /client, and on /program once its profile is a client’s; signing out removes its data', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  const enter = async (button: string) => {
    await fillLogin(page, shop, email);
    await page.getByRole('button', { name: button, exact: true }).click();
  };
  await enter('Sign Up');
  await page.waitForURL(/\/client$/);
  expect(await page.evaluate(() => localStorage.getItem('emailForSignIn'))).toBe(email);
  await page.getByRole('definition').getByText('Therapist').waitFor();
  const { account } = await page.evaluate(
    async () => (await (await fetch('/api/v1/session')).json()) as { account: { id: string } },
  );
  const profile = `/testing/data/profiles/${account.id}`;
  await expect.poll(async () => (await shop.admin(profile)).status).toBe(200);
  const change = await shop.admin(profile, { method: 'PATCH', json: { profileTypeClient: true } });
  expect(change.status, await change.text()).toBeLessThan(300);
  await page.getByRole('definition').getByText('Client').waitFor();

  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByText('You are not signed in').waitFor();
  expect(await stored()).not.toContain(email);
  await enter('Login');
  await page.waitForURL(/\/program$/);
  await page.getByRole('definition').getByText('Client').waitFor();
});
