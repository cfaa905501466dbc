import { expect, test } from 'vitest';
import { changeEnquiry, sendEnquiry, storedEnquiry, storedMessages } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { confirm, pick, unlock } from '../support/order-page.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning' });

test('[HI3] [HI4] [R-ENT-02] offline edits appear one by one in the history with author and time to the second, and each can be restored', async () => {
  const { page, context, shop } = world;
  const id = await sendEnquiry(page, shop, 'first');
  await page.getByText('Received').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await changeEnquiry(page, id, 'second');
  await changeEnquiry(page, id, 'third');
  await page.getByText('Saved on this device').first().waitFor();
  await context.setOffline(false);
  await page.getByText('Received').first().waitFor();
  expect(await storedMessages(shop, id)).toEqual(['first', 'second', 'third']);

  await page.goto(`${shop.origin}/history/contacts/${id}`);
  const steps = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect.poll(() => steps.count()).toBe(3);
  const [newest, middle, oldest] = [steps.nth(0), steps.nth(1), steps.nth(2)];
  await newest.getByText('Current version').waitFor();
  await newest.getByText('Changed on a device without an account').waitFor();
  expect(await newest.locator('del').innerText()).toMatch(/second$/);
  expect(await newest.locator('ins').innerText()).toMatch(/third$/);
  expect(await middle.locator('del').innerText()).toMatch(/first$/);
  expect(await middle.getByText(/made offline at/).innerText()).toMatch(/\d:\d\d:\d\d [ap]m/);
  expect(await oldest.locator('time').first().innerText()).toMatch(/\d:\d\d:\d\d [ap]m/);

  await expectAccessibleInEachLook(page, 'a history');
  await oldest.getByRole('button', { name: /Restore this version/ }).click();
  await page
    .getByRole('dialog', { name: 'Restore this version?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect.poll(() => steps.count()).toBe(4);
  await expect.poll(() => steps.nth(0).locator('ins').innerText()).toMatch(/first$/);
  expect(await steps.nth(0).getByRole('heading').innerText()).toMatch(/^Restored the version of \d/);
  expect(await storedEnquiry(shop, id)).toMatchObject({ contactMessage: 'first' });
  await page.getByRole('link', { name: 'Back to the enquiry' }).click();
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('first');
});

test('[HI3] [HI4] [R-ENT-02] an order made and edited offline reads as created and then changed, before and after it is sent', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/ukraine`);
  await unlock(page, shop);
  await page.getByText(/^Ready for the field/).waitFor();
  await context.setOffline(true);
  await pick(page, [{ name: 'FPV Goggles' }]);
  const id = await confirm(page);
  await page.goto(`${shop.origin}/ukraine?order=${id}`);
  await page.getByLabel('Quantity of FPV Goggles').fill('7');
  await confirm(page);
  const steps = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  const expectSteps = async (where: string) => {
    await expect.poll(() => steps.count()).toBe(2);
    expect(await steps.nth(0).getByRole('heading').innerText()).toBe(`Changed ${where}`);
    expect(await steps.nth(0).locator('del').innerText()).toMatch(/1$/);
    expect(await steps.nth(0).locator('ins').innerText()).toMatch(/7$/);
    expect(await steps.nth(1).getByRole('heading').innerText()).toBe(`Created ${where}`);
    await steps.nth(1).getByText('Show details (').click();
    expect(await steps.nth(1).locator('del').count()).toBe(0);
  };
  await page.goto(`${shop.origin}/history/ukraines/${id}`);
  await page.getByText('The history is kept on the server').waitFor();
  await page.getByText('Not sent yet').first().waitFor();
  await expectSteps('on this device');

  await context.setOffline(false);
  await page.getByText('Current version').waitFor();
  await expectSteps('on a device without an account');
});
