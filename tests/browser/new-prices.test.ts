import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff, saveProducts, storedProduct } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ allowedErrors: /status of 4\d\d|net::ERR_/ });

const ID = '6s-19000-mah-battery';
const OLD = `price_demo_${ID}`;

const setPrice = (value: string, description = OLD) =>
  saveProducts(
    world.shop,
    { [ID]: { productPrices: [{ value, label: 'AUD incl. GST', description }] } },
    'PATCH',
  );

async function priceId(): Promise<string> {
  const { productPrices } = (await storedProduct(world.shop, ID)) as {
    productPrices: readonly { readonly description: string }[];
  };
  return productPrices[0]?.description ?? '';
}

async function compare(staff: Page): Promise<void> {
  await staff.getByRole('button', { name: 'Compare', exact: true }).click();
  await staff.getByRole('button', { name: 'Comparing …' }).waitFor({ state: 'detached' });
}

const difference = (staff: Page) =>
  staff.getByRole('list', { name: 'Compare with the payment provider' }).getByRole('listitem');
const ask = (staff: Page) => staff.getByRole('button', { name: `Make a new price for ${ID}` });

test('[PB9] [PY8] [AU6] a manager makes a new price where it differs from the provider’s; the comparison then agrees, and buyers pay it', async () => {
  const { shop, page: buyer } = world;
  await setPrice('700.00');
  const desk = await world.newContext({ hasWorker: true });
  const staff = await desk.newPage();
  await openAsStaff(staff, shop, '/admin/payments');
  await compare(staff);
  await staff.getByText(/^1 difference in/).waitFor();
  await difference(staff).getByText('$649.00 at the provider, $700.00 in the shop.').waitFor();
  await expectAccessibleInEachLook(staff, 'a difference of price');

  await desk.setOffline(true);
  await staff.getByText(/seeing and comparing them, and making a price, needs a connection/).waitFor();
  expect(await ask(staff).isDisabled()).toBe(true);
  await desk.setOffline(false);
  await expect.poll(() => ask(staff).isEnabled()).toBe(true);

  // As if the sign-in were more than ten minutes ago.
  let isConfirmed = false;
  await staff.route('**/api/v1/account/confirm', (route) => ((isConfirmed = true), route.continue()));
  await staff.route('**/api/v1/admin/payments/prices', (route) => {
    if (isConfirmed) return route.continue();
    const error = {
      code: 'permission-denied',
      reason: 'CONFIRM_IDENTITY',
      message: 'Confirm that it is you.',
    };
    return route.fulfill({ status: 403, json: { error } });
  });
  await ask(staff).click();
  const dialog = staff.getByRole('dialog', { name: 'Make a new price' });
  await dialog.getByText(`${ID} costs $700.00 in the shop.`, { exact: false }).waitFor();
  await expectAccessibleInEachLook(staff, 'asked before a price is made');
  await dialog.getByRole('button', { name: 'Make a price of $700.00' }).click();
  const confirm = staff.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByLabel('Password').fill(shop.staff.password);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await staff.getByText(`${ID} has a new price of $700.00 at the payment provider.`).waitFor();
  await staff.getByText(/^Alike:/).waitFor();
  const made = await priceId();
  expect(made).not.toBe(OLD);

  await staff.goto(`${shop.origin}/history/products/${ID}`);
  await staff.getByText(made).first().waitFor();
  await buyer.goto(`${shop.origin}/product/${ID}`);
  await buyer.getByRole('button', { name: 'Add to Cart' }).click();
  await buyer.getByText('items in cart').first().waitFor({ state: 'attached' });
  await buyer.goto(`${shop.origin}/checkout`);
  await buyer.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await buyer.waitForURL(/\/test-payment\//);
  await buyer.getByText('$700.00').first().waitFor();
});

test('[PB9] nothing is made when somebody else has changed the price meanwhile, and a lost answer makes no second price', async () => {
  const { shop, page: staff } = world;
  await setPrice('710.00', await priceId());
  await openAsStaff(staff, shop, '/admin/payments');
  await compare(staff);
  await ask(staff).click();
  await setPrice('720.00', await priceId());
  const dialog = staff.getByRole('dialog', { name: 'Make a new price' });
  await dialog.getByRole('button', { name: 'Make a price of $710.00' }).click();
  await dialog.getByText('Somebody else has changed this price meanwhile.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  const before = await priceId();
  await compare(staff);
  await difference(staff)
    .getByText(/\$720\.00 in the shop/)
    .waitFor();

  // The server makes the price, and its answer does not arrive.
  await staff.route('**/api/v1/admin/payments/prices', async (route) => {
    await route.fetch();
    await route.abort();
    await staff.unroute('**/api/v1/admin/payments/prices');
  });
  await ask(staff).click();
  await dialog.getByRole('button', { name: 'Make a price of $720.00' }).click();
  await dialog.getByRole('alert').waitFor();
  const made = await priceId();
  expect(made).not.toBe(before);
  await dialog.getByRole('button', { name: 'Make a price of $720.00' }).click();
  await staff.getByText(/^Alike:/).waitFor();
  expect(await priceId()).toBe(made);
});

test('[PB9] a price that is changed in the form is marked there and in the list, where a manager makes the new one', async () => {
  const { shop, page: staff } = world;
  const before = await priceId();
  await openAsStaff(staff, shop, `/product/${ID}/update`);
  await staff.getByLabel('Price in AUD, with GST').fill('730.00');
  const mark = staff.getByText(/^Buyers can’t pay online at this price:/);
  await mark.waitFor();
  expect(await mark.textContent()).toContain('$720.00 at the provider, $730.00 in the shop.');
  await expectAccessibleInEachLook(staff, 'a marked price in the form');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await staff.waitForURL(`${shop.origin}/product/${ID}`);

  await staff.goto(`${shop.origin}/admin/products`);
  await staff.getByText(/^1 product has another price at the payment provider/).waitFor();
  const row = staff.getByRole('row').filter({ hasText: ID });
  await row.getByText('Can’t be paid online: $720.00 at the provider, $730.00 in the shop.').waitFor();
  await expectAccessibleInEachLook(staff, 'a marked price in the list');
  await staff.getByRole('checkbox', { name: 'Can’t be paid online' }).click();
  await staff.getByText(/^1 of \d+ products$/).waitFor();
  await ask(staff).click();
  const dialog = staff.getByRole('dialog', { name: 'Make a new price' });
  await dialog.getByRole('button', { name: 'Make a price of $730.00' }).click();
  await staff.getByText(`${ID} has a new price of $730.00 at the payment provider.`).waitFor();
  await staff.getByText('No product fits').waitFor();
  expect(await priceId()).not.toBe(before);
});
