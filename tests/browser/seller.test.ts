import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirm, pick, storedOrder, unlock } from '../support/order-page.ts';
import { fillLogin } from '../support/login-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning' });

const PHONE = { width: 360, height: 740 };
const LIDAR = 'LiDAR Mapping Payload';

/** Unlocks the picker on a phone and waits until it works offline. */
async function openPicker(): Promise<Page> {
  const { page, shop } = world;
  await page.setViewportSize(PHONE);
  await page.goto(`${shop.origin}/ukraine`);
  await unlock(page, shop);
  await page.getByText(/^Ready for the field/).waitFor();
  return page;
}

const isConfirmed = (page: Page) =>
  page.getByRole('complementary').getByText('Confirmed', { exact: true }).waitFor();

/** How wide the page is on a phone, the part beyond the screen included. */
async function widthOnPhone(page: Page): Promise<number> {
  await page.setViewportSize(PHONE);
  return page.evaluate(() => document.documentElement.scrollWidth);
}

test('[R-USR-04] [R-LCK-01] an unlocked device has purchase orders in its menu, a stranger’s has not, and the code can be shown', async () => {
  const { page, shop } = world;
  await page.setViewportSize(PHONE);
  await page.goto(shop.origin);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Login' }).last().waitFor();
  expect(await page.getByRole('link', { name: 'Purchase orders' }).count()).toBe(0);
  await page.goto(`${shop.origin}/ukraine`);
  const code = page.getByLabel('Access code');
  expect(await code.getAttribute('autocapitalize')).toBe('characters');
  await code.pressSequentially(shop.accessCode.slice(0, 3));
  expect(await code.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show' }).click();
  expect(await code.getAttribute('type')).toBe('text');
  expect(await code.inputValue()).toBe(shop.accessCode.slice(0, 3));
  await code.fill('');
  await unlock(page, shop);
  await page.goto(shop.origin);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Purchase orders' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Purchase orders' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Purchase orders' })
    .waitFor();
});

test('[R-PCK-08] [R-RTE-21] a confirmed order of any size fits a phone, is reordered, copied into bulk entry, and says that a change waits', async () => {
  const page = await openPicker();
  await pick(page, [
    { name: LIDAR, quantity: 100_000 },
    { name: 'FPV Goggles', quantity: 250 },
  ]);
  expect(await widthOnPhone(page)).toBe(PHONE.width);
  await page.getByLabel('Label').fill('Dry Creek Station');
  const id = await confirm(page);
  await isConfirmed(page);
  expect(await widthOnPhone(page)).toBe(PHONE.width);
  await page.getByText('Label on this device: Dry Creek Station').waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await page.getByText('Order copied as text.').waitFor();

  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.waitForURL(/draft=/);
  await page.getByText('2 components, 100,250 pieces').waitFor();
  await page.getByRole('checkbox', { name: 'FPV Goggles' }).uncheck();
  const duplicate = page.getByRole('button', { name: /^Duplicate the draft order/ });
  await duplicate.click();
  await page.getByText('1 component, 100,000 pieces').waitFor();
  await page.getByText('2 draft orders on this device').click();
  const drafts = page.getByRole('region', { name: 'Draft orders' });
  await drafts.getByRole('link', { name: `${LIDAR} (2)`, exact: true }).waitFor();
  await drafts.getByRole('link', { name: LIDAR, exact: true }).waitFor();
  await expectAccessibleInEachLook(page, 'two draft orders');
  await page.getByRole('button', { name: 'New draft order' }).click();
  await page.getByText('Nothing selected').waitFor();
  await page.getByText('Bulk entry').click();
  await page.getByLabel('Components and quantities').press('Control+v');
  await page.getByRole('button', { name: 'Add to the order' }).click();
  await page.getByText('2 components added.').waitFor();
  await page.getByText('2 components, 100,250 pieces').waitFor();

  await page.goto(`${world.shop.origin}/ukraine?order=${id}`);
  await page.getByLabel(`Quantity of ${LIDAR}`).fill('3');
  const number = (await page.getByRole('heading', { level: 1 }).innerText()).replace('Change ', '');
  await drafts.getByRole('link', { name: `Change of ${number}` }).waitFor();
  expect(await page.getByRole('button', { name: `Delete the draft order Change of ${number}` }).count()).toBe(
    0,
  );
  await page.goto(`${world.shop.origin}/ukraine/orders`);
  await page.getByText('Change not confirmed').waitFor();
  expect(await widthOnPhone(page)).toBe(PHONE.width);
  await expectAccessibleInEachLook(page, 'orders with a change');
  await page.getByRole('link', { name: /^PO-/ }).click();
  await page.getByText(/A change of this order is saved on this device/).waitFor();
  await page.getByRole('link', { name: 'Continue the change' }).click();
  await page.getByText(/draft orders on this device/).click();
  await page.getByRole('button', { name: `Discard change: Change of ${number}` }).click();
  await page.getByRole('heading', { name: /^Purchase order PO-/ }).waitFor();
  expect(await page.getByText(/A change of this order is saved/).count()).toBe(0);
});

test('[R-CST-06] [RJ1] an order at a price that never was is refused with its line, kept, and goes out at today’s price', async () => {
  const page = await openPicker();
  await pick(page, [{ name: 'FPV Goggles' }, { name: LIDAR }]);
  await page.getByText('Draft saved on this device').waitFor();
  await expect.poll(() => changeKeptPrice(page, LIDAR, 0.01)).toBe(true);
  await page.reload();
  await page.getByText(/This price was never ours; the order will be refused with it/).waitFor();
  await expectAccessibleInEachLook(page, 'a draft order at a price that never was');
  const id = await confirm(page);
  await page.getByText('Needs review').first().waitFor();
  await page
    .getByText(/Line 1: “LiDAR Mapping Payload” never cost USD\s0\.01\. Its price is USD\s7,920\.00\./)
    .waitFor();
  expect(await storedOrder(world.shop, id)).toBeUndefined();
  await page.getByRole('link', { name: 'Edit and resend' }).click();
  await page.getByRole('button', { name: 'Use today’s prices' }).click();
  expect(await confirm(page)).toBe(id);
  await isConfirmed(page);
  expect(await storedOrder(world.shop, id)).toMatchObject({
    selectedComponents: [
      { name: LIDAR, price: 7920 },
      { name: 'FPV Goggles', price: 549 },
    ],
  });
  await page.goto(`${world.shop.origin}/sync`);
  await page
    .getByRole('region', { name: 'Recently received by our server' })
    .getByText(/^Purchase order · PO-/)
    .waitFor();
});

test('[R-USR-02] [R-ENT-03] staff see the name of the device that made an order, in the list and in its history', async () => {
  const { shop } = world;
  const page = await openPicker();
  await page.goto(`${shop.origin}/ukraine/orders`);
  await page.getByText('Name of this device').click();
  await page.getByLabel('Device name').fill('Ben’s phone');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Name saved.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'New order' }).click();
  await pick(page, [{ name: 'FPV Goggles' }]);
  const id = await confirm(page);
  await isConfirmed(page);
  const desk = await (await world.newContext()).newPage();
  await fillLogin(desk, shop, shop.staff.email, shop.staff.password);
  await desk.getByRole('button', { name: 'Login', exact: true }).click();
  await desk.waitForURL(/\/client$/);
  await desk.goto(`${shop.origin}/ukraine/orders`);
  await desk
    .getByRole('row')
    .filter({ hasText: id.slice(-4) })
    .getByText('on device Ben’s phone')
    .waitFor();
  await desk.goto(`${shop.origin}/history/ukraines/${id}`);
  await desk.getByText('on device Ben’s phone').waitFor();
});

/** Changes a price in a draft order stored on this device. @returns whether there is one with this component */
function changeKeptPrice(page: Page, component: string, price: number): Promise<boolean> {
  return page.evaluate(
    async ([wanted, changed]) => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      const name = names.find((one) => one.includes('nankeen_draft_orders') && one.includes('--draftOrders'));
      if (name === undefined) return false;
      const toResult = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
        });
      const database = await toResult(indexedDB.open(name));
      const docs = database.transaction('docs', 'readwrite').objectStore('docs');
      type Line = { name: string; price: number };
      const rows: { lines?: Line[] }[] = await toResult(docs.getAll());
      const row = rows.find(({ lines = [] }) => lines.some((line) => line.name === wanted));
      for (const line of row?.lines ?? []) if (line.name === wanted) line.price = changed;
      if (row) await toResult(docs.put(row));
      database.close();
      return row !== undefined;
    },
    [component, price] as const,
  );
}
