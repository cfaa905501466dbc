import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillLogin, freshEmail } from '../support/login-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { PUSHES } from '../support/enquiry-page.ts';
import { navigateInApp } from '../support/navigate-in-app.ts';
import { confirm, pick, storedOrder, unlock } from '../support/order-page.ts';
import { PACKAGE_ROOT } from '../support/shop-server.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning' });

const GOGGLES = { name: 'FPV Goggles' };
const MOTOR = { name: '6007 Lift Motor', quantity: 12 };

/** Unlocks the picker and waits until the app is available offline. */
async function openPicker(page: Page = world.page): Promise<void> {
  await page.goto(`${world.shop.origin}/ukraine`);
  await unlock(page, world.shop);
  await page.getByText(/^Ready for the field/).waitFor();
}

test('[R-LCK-01] [R-LCK-02] [R-RTE-20] [R-USR-04] the code unlocks once: later visits are unlocked, offline and in another tab too', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/ukraine`);
  await page.getByLabel('Access code').pressSequentially(shop.accessCode.toLowerCase());
  await page.getByText('That’s not the code yet.').waitFor();
  await expectAccessibleInEachLook(page, 'a locked page');
  await page.getByLabel('Access code').fill('');
  await unlock(page, shop);
  await page.getByText(/^Ready for the field/).waitFor();
  await expectAccessibleInEachLook(page, 'the picker');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('checkbox', { name: 'FPV Goggles' }).waitFor();
  const other = await context.newPage();
  await other.goto(`${shop.origin}/ukraine/orders`);
  await other.getByRole('heading', { level: 1 }).waitFor();
  expect(await other.getByLabel('Access code').count()).toBe(0);
});

test('[R-LCK-01] an offline device that was never unlocked is asked to connect once', async () => {
  const { page, context, shop } = world;
  await page.goto(shop.origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto(`${shop.origin}/ukraine`);
  await page.getByText('Go online once to unlock').waitFor();
});

test('[R-PCK-08] [R-PCK-09] [R-CAL-21] a draft order survives a reload, can be duplicated, deleted and restored, and Confirm sends it', async () => {
  const { page, shop } = world;
  await openPicker();
  await pick(page, [GOGGLES, MOTOR]);
  await page.getByText('2 components, 13 pieces').waitFor();
  await page.getByText('Draft saved on this device').waitFor();
  await expect.poll(() => keptQuantities(page)).toContain(12);
  await page.reload();
  await page.getByText('2 components, 13 pieces').waitFor();
  await page.getByRole('button', { name: /^Duplicate the draft order/ }).click();
  await page.getByText('2 draft orders on this device').click();
  await page.getByRole('checkbox', { name: 'FPV Goggles' }).uncheck();
  const title = '6007 Lift Motor and 1 more';
  await page.getByRole('button', { name: `Delete the draft order ${title} (2)`, exact: true }).waitFor();
  await page.getByRole('button', { name: `Delete the draft order ${title}`, exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 draft orders on this device').waitFor();
  const id = await confirm(page);
  await page.getByText('Confirmed').first().waitFor();
  await expectAccessibleInEachLook(page, 'the review of an order');
  await navigateInApp(page, '/ukraine/orders');
  await page.getByText('Confirmed').first().waitFor();
  await expectAccessibleInEachLook(page, 'the orders');
  expect(await storedOrder(shop, id)).toMatchObject({
    FBUID: id,
    role: 'Civilian',
    selectedComponents: [{ name: MOTOR.name, quantity: 12 }],
  });
  await page.goto(`${shop.origin}/ukraine`);
  await page.getByText('A draft order on this device').waitFor();
});

test('[RJ1] [RJ3] [R-PCK-08] an order that the server rejects is corrected in the picker and sent again', async () => {
  const { page, shop } = world;
  await openPicker();
  await page.route(PUSHES, async (route) => {
    const body = route.request().postDataJSON() as {
      rows: { collection: string; newDocumentState: object }[];
    };
    const selectedComponents = [{ ...GOGGLES, quantity: 0, price: 549 }];
    const rows = body.rows.map((row) =>
      row.collection === 'ukraines'
        ? { ...row, newDocumentState: { ...row.newDocumentState, selectedComponents } }
        : row,
    );
    await route.continue({ postData: JSON.stringify({ ...body, rows }) });
  });
  await pick(page, [GOGGLES]);
  const id = await confirm(page);
  await page.getByText('Needs review').first().waitFor();
  await page.unroute(PUSHES);
  await page.goto(`${shop.origin}/ukraine?order=${id}`);
  await page.getByLabel('Quantity of FPV Goggles').fill('3');
  expect(await confirm(page)).toBe(id);
  await page.getByText('Confirmed').first().waitFor();
  expect(await storedOrder(shop, id)).toMatchObject({
    selectedComponents: [{ name: 'FPV Goggles', quantity: 3 }],
  });
});

test('[R-SYN-02] [R-REV-02] the status of an order made offline never steps back once the device reconnects', async () => {
  const { page, context, shop } = world;
  await openPicker();
  await context.setOffline(true);
  for (const quantity of [1, 2, 3]) {
    await page.goto(`${shop.origin}/ukraine`);
    await pick(page, [{ ...GOGGLES, quantity }]);
    await confirm(page);
  }
  await page.goto(`${shop.origin}/ukraine/orders`);
  const seen = await watchStatuses(page);
  const rows = page.getByRole('row').filter({ hasText: 'PO-' });
  const withStatus = (status: string) => rows.filter({ hasText: status });
  await expect.poll(() => withStatus('Waiting to send').count()).toBe(3);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/ukraines\/pull/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await context.setOffline(false);
  await expect.poll(() => withStatus('Sent').count()).toBe(3);
  release();
  await expect.poll(() => withStatus('Confirmed').count()).toBe(3);
  const statuses = await seen();
  expect(statuses).toHaveLength(3);
  for (const passed of statuses) expect(passed).toEqual(['Waiting to send', 'Sent', 'Confirmed']);
});

test('[CF1] [R-SHP-03] two devices of an account change one order at the same time: fields changed by one device are kept, and both show the merge', async () => {
  const { page, context, shop } = world;
  const email = freshEmail();
  const other = await world.newContext({ hasWorker: true });
  const second = await other.newPage();
  await enter(page, email, 'Sign Up');
  await openPicker(page);
  await pick(page, [GOGGLES, MOTOR]);
  const id = await confirm(page);
  await page.getByText('Confirmed').first().waitFor();
  await enter(second, email, 'Login');
  await openPicker(second);
  await second.goto(`${shop.origin}/ukraine?order=${id}`);
  await second.getByRole('heading', { name: /^Change PO-/ }).waitFor();
  await Promise.all([context.setOffline(true), other.setOffline(true)]);
  await page.goto(`${shop.origin}/ukraine?order=${id}`);
  await page.getByRole('radio', { name: 'Drone Engineer' }).check();
  await page.getByLabel('Engineering Needs').selectOption('Get around jamming');
  await confirm(page);
  await second.getByLabel('Quantity of FPV Goggles').fill('5');
  await confirm(second);
  await Promise.all([context.setOffline(false), other.setOffline(false)]);
  await expect
    .poll(() => storedOrder(shop, id))
    .toMatchObject({ role: 'Drone Engineer', selectedComponents: [{ quantity: 12 }, { quantity: 5 }] });
  for (const one of [page, second]) {
    await one.goto(`${shop.origin}/ukraine?order=${id}`);
    await one.getByRole('radio', { name: 'Drone Engineer', checked: true }).waitFor();
    await expect.poll(() => one.getByLabel('Quantity of FPV Goggles').inputValue()).toBe('5');
  }
});

test('[R-LCK-03] the access code appears in no file of the build and none of the repository', () => {
  const { accessCode } = world.shop;
  expect(accessCode.length).toBeGreaterThan(5);
  for (const folder of ['dist', 'pwa', 'shared', 'sync-server', 'cli', 'docs', 'tests', 'scripts']) {
    for (const file of listFiles(join(PACKAGE_ROOT, folder))) {
      expect(readFileSync(file).includes(accessCode), file).toBe(false);
    }
  }
});

/** Quantities of the draft orders stored on this device. */
function keptQuantities(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const name = names.find((one) => one.includes('nankeen_draft_orders') && one.includes('--draftOrders'));
    if (name === undefined) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    const rows = await new Promise<{ lines?: { quantity: number }[] }[]>((resolve) => {
      const request = database.transaction('docs').objectStore('docs').getAll();
      request.addEventListener('success', () => resolve(request.result));
    });
    database.close();
    return rows.flatMap(({ lines = [] }) => lines.map(({ quantity }) => quantity));
  });
}

/** Notes each row's statuses from now on. @returns a function that reads them */
async function watchStatuses(page: Page): Promise<() => Promise<readonly (readonly string[])[]>> {
  await page.getByRole('row').filter({ hasText: 'PO-' }).first().waitFor();
  await page.evaluate(() => {
    const statuses = new Map<string, string[]>();
    const note = () => {
      for (const row of document.querySelectorAll('tbody tr')) {
        const [order = '', status = ''] = [row.querySelector('a')?.href, row.lastElementChild?.textContent];
        const passed = statuses.get(order) ?? [];
        if (passed.at(-1) !== status) statuses.set(order, [...passed, status ?? '']);
      }
    };
    note();
    new MutationObserver(note).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(globalThis, { readStatuses: () => [...statuses.values()] });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { readStatuses: () => string[][] }).readStatuses());
}

async function enter(page: Page, email: string, button: string): Promise<void> {
  await fillLogin(page, world.shop, email);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/client$/);
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
