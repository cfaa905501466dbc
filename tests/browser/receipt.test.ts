import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { mailTo } from '../support/mailed-files.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({
  device: 'returning',
  environment: {
    COMPANY_NAME: 'Nankeen Pty Ltd',
    COMPANY_ADDRESS: '12 Hangar Road, Tamworth NSW 2340',
    ABN: '51824753556',
    GST_RULE: 'law',
    DELIVERY_COUNTRIES: 'AU,NZ',
  },
});

test('[PY12] cart, order, mail and receipt show the same GST, and the receipt is a tax invoice with seller and ABN, also offline', async () => {
  const { page, shop, context } = world;
  const sums = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .innerText();
  await page.goto(`${shop.origin}/product/6s-19000-mah-battery`);
  await page.getByRole('combobox', { name: /quantity|qty/i }).selectOption('2');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await page.goto(`${shop.origin}/checkout`);
  // $1,298.00 / 11
  await expect.poll(() => sums('GST')).toBe('$118.00');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL(/\/test-payment\//);
  await page.getByLabel(/confirmation/).fill('ada@example.com');
  await page.getByRole('button', { name: /^pay/i }).click();
  await page.getByText('Thank You for Your Purchase!').waitFor();
  await expect.poll(() => sums('GST')).toBe('$118.00');

  await page.goto(`${shop.origin}/account/orders`);
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').click();
  await expect.poll(() => sums('GST')).toBe('$118.00');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tax invoice' }).waitFor();
  expect(await sums('Seller')).toBe('Nankeen Pty Ltd\n12 Hangar Road, Tamworth NSW 2340');
  expect(await sums('ABN')).toBe('51 824 753 556');
  expect(await sums('GST')).toBe('$118.00');
  expect(await sums('Total including GST')).toBe('$1,298.00');
  expect(await page.title()).toContain('Tax invoice');
  await expectAccessibleInEachLook(page, 'a tax invoice');
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await context.setOffline(false);

  const mail = () => mailTo(shop, 'ada@example.com', 'Your Nankeen order');
  await expect.poll(mail).toContain('GST: $118.00');
  expect(mail()).toContain('Sold by Nankeen Pty Ltd');
  expect(mail()).toContain('ABN 51 824 753 556');
});

test('[PY9] an address abroad that the shop delivers to shows on the order, the receipt and the desk', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/product/6s-19000-mah-battery`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await page.goto(`${shop.origin}/checkout`);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL(/\/test-payment\//);
  await page.getByLabel(/confirmation/).fill('kiri@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Kiri Example');
  await page.getByLabel('Street').fill('5 Harbour Street');
  await page.getByLabel('Town or suburb').fill('Wellington');
  await page.getByLabel('State').fill('WGN');
  await page.getByLabel('Postcode').fill('6011');
  await page.getByLabel('Country').selectOption('New Zealand');
  await page.getByRole('button', { name: /^pay/i }).click();
  await page.getByText('Thank You for Your Purchase!').waitFor();

  const address = (on: Page, name: string) =>
    on
      .locator('dl > div')
      .filter({ has: on.getByText(name, { exact: true }) })
      .locator('dd');
  const lines = /Kiri Example\s*5 Harbour Street\s*Wellington WGN 6011\s*New Zealand/;
  await page.goto(`${shop.origin}/account/orders`);
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click();
  await address(page, 'Deliver to').getByText('New Zealand', { exact: true }).waitFor();
  expect(await address(page, 'Deliver to').innerText()).toMatch(lines);
  const path = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByText('New Zealand', { exact: true }).waitFor();

  const staff = await (await world.newContext()).newPage();
  await openAsStaff(staff, shop, path.replace('/order/', '/admin/orders/'));
  await address(staff, 'Deliver to').getByText('New Zealand', { exact: true }).waitFor();
  expect(await address(staff, 'Deliver to').innerText()).toMatch(lines);
});
