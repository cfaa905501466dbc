import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin, freshEmail } from '../support/login-page.ts';
import { linksTo } from '../support/mailed-files.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { IDLE_RETRIES } from '../support/staff-page.ts';

// The browser logs refused calls, and the 409 of a pull whose access has just changed.
const world = setUpOwnShopWorld({
  device: 'without-worker',
  allowedErrors: /status of (401|403|409|412|429)|Authentication error/,
});

const newPage = async () => (await world.newContext()).newPage();

async function enter(email: string, button: 'Login' | 'Sign Up', page = world.page): Promise<void> {
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: button, exact: true }).click();
}

test('[R-ERR-13] [AU12] [T07] after too many wrong passwords an alert says how long to wait', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await enter(email, 'Sign Up', await newPage());
  await expect.poll(() => linksTo(shop, email)).not.toEqual([]);
  for (let attempt = 0; attempt < 10; attempt++) {
    const response = await page.request.post(`${shop.origin}/api/v1/auth/sign-in/email`, {
      headers: { origin: shop.origin },
      data: { email, password: `wrong guess ${attempt}` },
      maxRetries: IDLE_RETRIES,
    });
    expect(response.status()).toBe(401);
  }
  await enter(email, 'Login');
  await page.getByText(/^Error: Too many attempts\. Try again in \d+ seconds\.$/).waitFor();
  await expectAccessibleInEachLook(page, 'too many attempts');
});

test('[AU12] a browser that keeps no cookies is asked to allow them', async () => {
  const { page } = world;
  const email = freshEmail();
  await enter(email, 'Sign Up', await newPage());
  await expect.poll(() => linksTo(world.shop, email)).not.toEqual([]);
  await page.route('**/auth/sign-in/email', async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _cookies, ...headers } = response.headers();
    // The call above has kept them for the page.
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await enter(email, 'Login');
  await page.getByText('This browser did not keep the session. Allow cookies for this site.').waitFor();
});

test('[AU1] an expired link says so, and another one can be asked for', async () => {
  const { page, shop } = world;
  const email = freshEmail();
  await enter(email, 'Sign Up');
  await page.waitForURL(/\/client$/);
  await expect.poll(() => linksTo(shop, email).length).toBe(1);
  const database = new Database(join(shop.dataDir, 'accounts.sqlite'));
  database.prepare('UPDATE mailedLink SET endsAt = endsAt - 3600000').run();
  database.close();
  await page.goto(linksTo(shop, email)[0] ?? '');
  await page.getByText(/expired/).waitFor();
  await page.getByRole('button', { name: 'Send another link' }).click();
  await expect.poll(() => linksTo(shop, email).length).toBe(2);
  await page.goto(linksTo(shop, email)[1] ?? '');
  await page.getByRole('button', { name: `Confirm ${email}` }).click();
  await page.getByText(`${email} is confirmed.`).waitFor();
});
