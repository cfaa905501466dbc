import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff, saveProducts, storedProduct } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'returning' });

const IDS = ['aero', 'bolt', 'cirrus'] as const;
const priced = (id: string, value: string) => ({
  productPrices: [{ value, label: 'AUD', description: `price_${id}` }],
});

beforeEach(() =>
  saveProducts(
    world.shop,
    Object.fromEntries(IDS.map((id) => [id, { ...productContent(id), ...priced(id, '100.00') }])),
  ),
);

const priceOf = async (id: string) => {
  const product = await storedProduct(world.shop, id);
  return (product?.['productPrices'] as { value: string }[] | undefined)?.[0]?.value;
};
const pricesAre = (...prices: (string | undefined)[]) =>
  expect.poll(() => Promise.all(IDS.map(priceOf))).toEqual(prices);

async function select(page: Page): Promise<void> {
  await openAsStaff(page, world.shop, '/admin/products?search=prod_test');
  for (const id of IDS) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Change or delete them' }).click();
}

test('[PB7] the prices of selected products are shown old and new, changed, and undone but for the one changed in between', async () => {
  const { page, shop } = world;
  await select(page);
  const dialog = page.getByRole('dialog', { name: 'Change products' });
  await dialog.getByLabel('What to change').selectOption({ label: 'Raise or lower the price by percent' });
  await dialog.getByLabel('Percent').fill('-7.5');
  const plan = dialog.getByRole('row').filter({ hasText: 'bolt' });
  await plan.getByText('$100.00').waitFor();
  await plan.getByText('$92.50').waitFor();
  await expectAccessibleInEachLook(page, 'a change of many products');
  await dialog.getByRole('button', { name: 'Change 3 products' }).click();
  await page.getByText(/^3 products changed at/).waitFor();
  await pricesAre('92.50', '92.50', '92.50');
  await expectAccessibleInEachLook(page, 'the offer to undo');

  await saveProducts(shop, { bolt: priced('bolt', '95.00') }, 'PATCH');
  await page.getByRole('row').filter({ hasText: 'bolt' }).getByText('$95.00', { exact: true }).waitFor();
  // The offer stays after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 products are as before.').waitFor();
  await page.getByText('Changed since, and left alone: bolt.').waitFor();
  await pricesAre('100.00', '95.00', '100.00');
  const entries = await shop.admin('/testing/data/products/aero/history');
  const { entries: history } = (await entries.json()) as { entries: { updatedBy: string }[] };
  expect(history.slice(0, 2).map(({ updatedBy }) => updatedBy)).toEqual([shop.staff.email, shop.staff.email]);
});

test('[PB7] [R-SHP-01] many products are deleted and brought back without a connection, and the server has them all', async () => {
  const { page, context } = world;
  await select(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const dialog = page.getByRole('dialog', { name: 'Change products' });
  await context.setOffline(true);
  await dialog.getByLabel('What to change').selectOption('Delete');
  await dialog.getByRole('row').filter({ hasText: 'aero' }).getByText('Deleted').waitFor();
  await dialog.getByRole('button', { name: 'Delete 3 products' }).click();
  await page.getByText(/^3 products deleted at/).waitFor();
  await page.getByText('No product fits').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 products are as before.').waitFor();
  await page.getByRole('row').filter({ hasText: 'cirrus' }).getByText('Saved on this device').waitFor();
  await context.setOffline(false);
  await page.getByRole('row').filter({ hasText: 'cirrus' }).getByText('Confirmed').waitFor();
  await pricesAre('100.00', '100.00', '100.00');
});

test('[PB7] the category of selected products is changed', async () => {
  const { page, shop } = world;
  await select(page);
  const dialog = page.getByRole('dialog', { name: 'Change products' });
  await dialog.getByLabel('What to change').selectOption('Set the category');
  await dialog.getByLabel('New category').selectOption('Batteries');
  await dialog.getByRole('row').filter({ hasText: 'aero' }).getByText('batteries').waitFor();
  await dialog.getByRole('button', { name: 'Change 3 products' }).click();
  await page.getByText(/^3 products changed at/).waitFor();
  const categoryOf = async (id: string) => (await storedProduct(shop, id))?.['productCategory'];
  await expect.poll(() => Promise.all(IDS.map(categoryOf))).toEqual(['batteries', 'batteries', 'batteries']);
});

test('[PB8] [R-SYN-02] a price that the server refuses stays in the sync centre with its content and its place', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/admin/products?search=prod_test');
  await page.getByRole('row').filter({ hasText: 'aero' }).waitFor();
  await page.route('**/sync/push', async (route) => {
    const body = route.request().postDataJSON() as { rows: { newDocumentState: object }[] };
    const rows = body.rows.map((row) => ({
      ...row,
      newDocumentState: { ...row.newDocumentState, ...priced('aero', '1e9') },
    }));
    await route.continue({ postData: JSON.stringify({ ...body, rows }) });
  });
  await page.getByRole('checkbox', { name: 'Select aero', exact: true }).check();
  await page.getByRole('button', { name: 'Change or delete them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change products' });
  await dialog.getByLabel('New price').fill('1e9');
  await dialog.getByText('Write the price like 24990.00.').waitFor();
  expect(await dialog.getByRole('button', { name: /^Change/ }).isDisabled()).toBe(true);
  await dialog.getByLabel('New price').fill('120');
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();
  await page.getByRole('row').filter({ hasText: 'aero' }).getByText('Needs review').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${shop.origin}/sync`);
  const card = page.getByRole('listitem').filter({ hasText: 'Product · aero' });
  await card
    .getByText(/“1e9” is not a price/)
    .first()
    .waitFor();
  await card.getByText('120.00').first().waitFor();
  await expectAccessibleInEachLook(page, 'a refused price');
  expect(await priceOf('aero')).toBe('100.00');
});
