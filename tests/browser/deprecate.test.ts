import { beforeEach, expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff, saveProducts, storedProduct } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'returning' });

beforeEach(() => saveProducts(world.shop, { kite: productContent('Kite') }));

const isGone = () => expect.poll(() => storedProduct(world.shop, 'kite')).toBeUndefined();
const isLive = () => expect.poll(() => storedProduct(world.shop, 'kite')).toBeDefined();

test('[R-RTE-12] [R-PFM-03] [R-CAL-09] [R-ROL-02] staff delete a product from the list’s Deprecate, undo it, and delete it for good', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/products/drones');
  await page.getByRole('link', { name: 'Deprecate Kite' }).click();
  await page.getByRole('heading', { level: 1, name: 'Delete Kite?' }).waitFor();
  await expect
    .poll(() =>
      page.getByRole('link', { name: 'Cancel' }).evaluate((link) => link === document.activeElement),
    )
    .toBe(true);
  await expectAccessibleInEachLook(page, 'deprecate');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/product\/kite$/);
  await page.goBack();

  await page.getByRole('button', { name: 'Delete Forever' }).click();
  await page.waitForURL(/\/products$/);
  await isGone();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Kite is back.').waitFor();
  await isLive();
  await page.goto(`${shop.origin}/product/kite/deprecate`);
  await page.getByRole('button', { name: 'Delete Forever' }).click();
  await page.waitForURL(/\/products$/);
  await isGone();
  await expect.poll(() => page.getByRole('link', { name: 'Deprecate Kite' }).count()).toBe(0);
});

test('[PB5] [R-CAL-09] a product deleted on one device is restored from Deleted on another, and is back on both', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/product/kite/deprecate');
  await page.getByRole('button', { name: 'Delete Forever' }).click();
  await page.waitForURL(/\/products$/);
  await isGone();
  const other = await (await world.newContext()).newPage();
  await openAsStaff(other, shop, '/admin/products?view=deleted');
  const row = other.getByRole('row').filter({ hasText: 'Kite' });
  await row.getByText(`by ${shop.staff.email}`).waitFor();
  await expectAccessibleInEachLook(other, 'deleted products');
  await row.getByRole('button', { name: 'Restore Kite' }).click();
  await other.getByText('Kite is back.').waitFor();
  await row.waitFor({ state: 'detached' });
  await isLive();
  await page.goto(`${shop.origin}/product/kite`);
  await page.getByRole('heading', { level: 1, name: 'Kite' }).waitFor();
});

test('[PB5] the open list of deleted products shows what another person deletes and restores', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/admin/products?view=deleted');
  await page.getByText('Deleted products can be restored').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Kite' });
  expect(await row.count()).toBe(0);
  const other = await (await world.newContext()).newPage();
  await openAsStaff(other, shop, '/product/kite/deprecate');
  await other.getByRole('button', { name: 'Delete Forever' }).click();
  await row.waitFor();
  await other.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor({ state: 'detached' });
});

test('[R-RTE-12] [R-SHP-01] a product is deleted without a connection, brought back and deleted again; the server follows', async () => {
  const { page, context, shop } = world;
  await openAsStaff(page, shop, '/product/kite/deprecate');
  await page.getByRole('button', { name: 'Delete Forever' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Delete Forever' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Show it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Kite' }).waitFor();
  await page.goto(`${shop.origin}/product/kite/deprecate`);
  await page.getByRole('button', { name: 'Delete Forever' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  expect(await storedProduct(shop, 'kite')).toBeDefined();
  await page.goto(`${shop.origin}/admin/products?view=deleted`);
  await page.getByText(/Deleted products are kept on the server/).waitFor();
  await context.setOffline(false);
  await isGone();
  await page.getByRole('row').filter({ hasText: 'Kite' }).waitFor();
});

test('[R-RTE-12] a product that another person deletes meanwhile can’t be deleted twice', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/product/kite/deprecate');
  await page.getByRole('button', { name: 'Delete Forever' }).waitFor();
  // Live updates reach the page once the device is in step.
  await saveProducts(shop, { kite: { productName: 'Kite 2' } }, 'PATCH');
  await page.getByRole('heading', { level: 1, name: 'Delete Kite 2?' }).waitFor();
  await shop.admin('/testing/data/products/kite', { method: 'DELETE' });
  await page.getByText('Kite 2 has just been deleted').waitFor();
  await expectAccessibleInEachLook(page, 'deleted meanwhile');
});

test('[R-ROL-04] [R-ERR-05] visitors see the page but delete nothing before they sign in, and an unknown id says so', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/product/kite/deprecate`);
  await page.getByRole('button', { name: 'Delete Forever' }).click();
  await page.getByText(/Nothing was deleted/).waitFor();
  await expectAccessibleInEachLook(page, 'signed out');
  expect(await storedProduct(shop, 'kite')).toBeDefined();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(shop.staff.email);
  await page.getByLabel('Password').fill(shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/product\/kite\/deprecate$/);
  await page.getByRole('heading', { level: 1, name: 'Delete Kite?' }).waitFor();
  await page.goto(`${shop.origin}/product/nowhere/deprecate`);
  await page.getByText('no document data selected').waitFor();
});
