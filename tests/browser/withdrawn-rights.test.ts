import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readDeviceId } from '../support/device-id.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { fillLogin } from '../support/login-page.ts';
import { confirm, pick, storedOrder, unlock } from '../support/order-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs the refused calls, the app the refused sign-in.
const world = setUpOwnShopWorld({
  device: 'returning',
  // Until the device hears of a changed code, it may ask for an order's history, which is then not there for it.
  allowedErrors: /status of 403|Authentication error|status of 404 .*\/history\?/,
});

/** Unlocks the picker, confirms one order online and another one offline. @returns their ids */
async function confirmTwice(page: Page): Promise<readonly [sent: string, waiting: string]> {
  const { context, shop } = world;
  await page.goto(`${shop.origin}/ukraine`);
  await unlock(page, shop);
  await page.getByText(/^Ready for the field/).waitFor();
  await pick(page, [{ name: 'FPV Goggles' }]);
  const sent = await confirm(page);
  await page.getByText('Confirmed').first().waitFor();
  await context.setOffline(true);
  await page.goto(`${shop.origin}/ukraine`);
  await pick(page, [{ name: 'FPV Goggles', quantity: 2 }]);
  return [sent, await confirm(page)];
}

test('[R-SYN-02] [RJ5] [T13] a blocked device says so in the server’s words, and its order goes out once it is let in again', async () => {
  const { page, context, shop } = world;
  const [, id] = await confirmTwice(page);
  const fid = await readDeviceId(page);
  await shop.admin(`/admin/devices/${fid}/block`, { method: 'POST' });
  await context.setOffline(false);
  const words = 'This device was blocked. What it holds stays on it; ask the shop to let it in again.';
  const order = page.getByRole('complementary', { name: 'This order' });
  await order.getByText(words).waitFor();
  await page.getByRole('status').filter({ hasText: words }).first().waitFor();
  expect(await page.getByText('as soon as there is a connection').count()).toBe(0);
  await expectAccessibleInEachLook(page, 'an order of a blocked device');

  await page.goto(`${shop.origin}/sync`);
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  await waiting.getByText(words).waitFor();
  await page.getByText('Refuses this device').waitFor();
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/push'));
    await waiting.getByRole('button', { name: 'Try again now' }).click();
    expect((await answer).status()).toBe(403);
  }
  expect(await page.getByText('failed on this five times').count()).toBe(0);

  await shop.admin(`/admin/devices/${fid}/block`, { method: 'DELETE' });
  await waiting.getByRole('button', { name: 'Try again now' }).click();
  await waiting.getByText('Everything is up to date.').waitFor();
  await page.getByText(words).waitFor({ state: 'detached' });
  expect(await storedOrder(shop, id)).toMatchObject({ FBUID: id });
});

test('[R-LCK-01] [R-LCK-02] a changed access code is named at the gate with what waits, and the new one sends it', async () => {
  const { page, context, shop } = world;
  const [sent, waiting] = await confirmTwice(page);
  const code = 'A-NEW-CODE-42';
  await shop.admin('/admin/access-code', { method: 'PUT', json: { code } });
  await page.goto(`${shop.origin}/ukraine/review?order=${sent}`);
  await page.getByRole('heading', { name: /^Purchase order PO-/ }).waitFor();
  await context.setOffline(false);
  await page.getByText('This device needs the access code again').waitFor();
  await page.getByText('1 order waits on this device and will be sent once the code is entered.').waitFor();
  await page.getByText('Your confirmed orders open again with the new code.').waitFor();
  await expectAccessibleInEachLook(page, 'the gate after a changed code');

  await fillLogin(page, shop, shop.staff.email, shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page
    .getByText('An order on this device waits for the access code. Enter it, then sign in.')
    .waitFor();
  await page.getByRole('link', { name: 'Enter the access code' }).click();
  await page.getByRole('link', { name: 'See what waits' }).click();
  await page.getByText('It is sent once you enter the access code on this device.').waitFor();
  await page.getByRole('link', { name: 'Enter it' }).click();
  await page.getByLabel('Access code').fill(code);
  await page.getByText('Nothing selected').waitFor();
  await expect.poll(() => storedOrder(shop, waiting)).toMatchObject({ FBUID: waiting });
  await page.goto(`${shop.origin}/ukraine/review?order=${sent}`);
  await page.getByRole('heading', { name: /^Purchase order PO-/ }).waitFor();
});
