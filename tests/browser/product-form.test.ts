import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { PASSWORD, fillLogin, freshEmail } from '../support/login-page.ts';
import { whenKept } from '../support/kept-forms.ts';
import { navigateInApp } from '../support/navigate-in-app.ts';
import {
  field,
  fillProduct,
  openProductForm,
  readProduct,
  saveProduct,
} from '../support/product-form-page.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff, saveProducts } from '../support/staff-page.ts';
import { tabTo } from '../support/tab-to.ts';

// A device whose session has ended starts its pulls again: the browser logs the responses.
const world = setUpOwnShopWorld({ device: 'returning', allowedErrors: /status of 409/ });

const MANUAL = { value: '/manuals/recon-vtol.pdf', label: 'Manual', description: '' };

const open = (path: string) => openProductForm(world.page, world.shop, path);
/** Signs the device in as staff and opens a form. */
async function enter(path: string): Promise<void> {
  await openAsStaff(world.page, world.shop, path);
  await field(world.page, 'Name').waitFor();
}
const change = (id: string, json: object) =>
  world.shop.admin(`/testing/data/products/${id}`, { method: 'PATCH', json });

test('[R-GEN-03] [R-USR-02] [R-ROL-02] [R-LST-07] [R-RTE-09] [R-CAL-07] [R-PFM-01] [R-PFM-02] staff create a product from the list, read it, and edit it from its page', async () => {
  const { page, shop } = world;
  await openAsStaff(page, shop, '/products/drones');
  await page.getByRole('link', { name: 'Create Product' }).click();
  await page.getByRole('heading', { level: 1, name: 'New product' }).waitFor();
  await fillProduct(page, 'Field Kite');
  await field(page, 'Price in AUD, with GST').fill('129.50');
  await page.getByRole('button', { name: 'Add specification' }).click();
  await page.keyboard.type('Wingspan');
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Field Kite' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/product/field-kite');
  await page.getByText('Confirmed').first().waitFor();
  expect(await readProduct(shop, 'field-kite')).toMatchObject({
    productName: 'Field Kite',
    productSpecifications: [{ label: 'Wingspan' }],
    productPrices: [{ value: '129.50' }],
  });

  await page.getByRole('link', { name: 'Update' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit Field Kite' }).waitFor();
  await field(page, 'Name').fill('Field Kite 2');
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Field Kite 2' }).waitFor();
  await expect.poll(async () => (await readProduct(shop, 'field-kite'))['productName']).toBe('Field Kite 2');
});

test('[R-DET-13] [R-RTE-11] [R-VAL-06] [R-VAL-07] [PB8] wrong values stay in the form with a text at the first of them', async () => {
  const { page, shop } = world;
  await enter('/product/create');
  await saveProduct(page);
  await expect.poll(() => page.getByText('required', { exact: true }).count()).toBe(3);
  await fillProduct(page, 'Create');
  for (const price of ['0', '1e9', '-5']) {
    await field(page, 'Price in AUD, with GST').fill(price);
    await saveProduct(page);
    await expect.poll(() => field(page, 'Price in AUD, with GST').getAttribute('aria-invalid')).toBe('true');
    expect(
      await field(page, 'Price in AUD, with GST').evaluate((box) => box === document.activeElement),
    ).toBe(true);
  }
  await field(page, 'Price in AUD, with GST').fill('abc');
  await page.getByText('Shoppers see “Enquire”.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add download' }).click();
  const link = page.getByRole('group', { name: 'download 1' }).getByLabel('Link', { exact: true });
  await link.fill('javascript:alert(1)');
  await saveProduct(page);
  await page.getByText('A link begins with https://').waitFor();
  await link.fill('/manuals/a.pdf');
  await saveProduct(page);
  await page.getByText('/product/create is an address of the shop.').waitFor();
  await page.getByRole('button', { name: 'Use /product/create-2' }).click();
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Create' }).waitFor();
  await page.getByRole('link', { name: 'Enquire' }).waitFor();
  await expect.poll(async () => (await readProduct(shop, 'create-2'))['productName']).toBe('Create');
});

test('[PB1] an id that only the server knows as taken is offered with a number', async () => {
  const { page, shop } = world;
  await enter('/product/create');
  const json = { ...(await readProduct(shop, 'scout-trainer')), productName: 'Gone', productPrices: [] };
  expect((await shop.admin('/testing/data/products/gone', { method: 'PUT', json })).ok).toBe(true);
  expect((await shop.admin('/testing/data/products/gone', { method: 'DELETE' })).ok).toBe(true);
  await fillProduct(page, 'Gone');
  await page.getByRole('button', { name: 'Use /product/gone-2' }).click();
  await saveProduct(page);
  await page.waitForURL(/\/product\/gone-2$/);
});

test('[PB4] while a colleague edits, other fields follow and a touched one offers both versions', async () => {
  const { page, shop } = world;
  await enter('/product/lifter-25/update');
  await field(page, 'Price in AUD, with GST').fill('31000.00');
  const { productPrices } = (await readProduct(shop, 'lifter-25')) as { productPrices: object[] };
  const theirs = [{ ...productPrices[0], value: '32000.00' }, ...productPrices.slice(1)];
  expect((await change('lifter-25', { productName: 'Lifter 25 B', productPrices: theirs })).ok).toBe(true);
  await page.getByText(/changed this to “32000.00” just now/).waitFor();
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Lifter 25 B');
  await expectAccessibleInEachLook(page, 'a change elsewhere');
  await page.getByRole('button', { name: 'Keep mine for Price' }).click();
  await saveProduct(page);
  await page.waitForURL(/\/product\/lifter-25$/);
  await expect
    .poll(async () => readProduct(shop, 'lifter-25'))
    .toMatchObject({ productName: 'Lifter 25 B', productPrices: [{ value: '31000.00' }] });
});

test('[PB3] [PB5] signed out, the form keeps its content, asks to sign in, and saves afterwards', async () => {
  const { page, shop } = world;
  await open('/product/create');
  await fillProduct(page, 'Late Bird');
  await saveProduct(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/login$/);
  await page.getByLabel('Email').fill(freshEmail());
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL(/\/product\/late-bird$/);
  await expect.poll(async () => (await readProduct(shop, 'late-bird'))['productName']).toBe('Late Bird');
  await open('/product/create');
  expect(await page.getByText('Not saved yet on this device').count()).toBe(0);
});

test('[PB3] [PB11] two tabs with a new product keep two drafts, and one draft in two tabs stays one', async () => {
  const { page, context, shop } = world;
  await enter('/product/create');
  await field(page, 'Name').fill('First Kite');
  await whenKept(page, 'First Kite');
  const other = await context.newPage();
  await openProductForm(other, shop, '/product/create');
  expect(await field(other, 'Name').inputValue()).toBe('');
  await other.getByRole('link', { name: 'First Kite' }).waitFor();
  await field(other, 'Name').fill('Second Kite');
  await whenKept(other, 'Second Kite');
  await page.reload();
  await other.reload();
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('First Kite');
  await expect.poll(() => field(other, 'Name').inputValue()).toBe('Second Kite');
  await expectAccessibleInEachLook(other, 'a new product beside another draft');

  // The offered draft is open in the first tab: what is typed in one shows in the other.
  await other.getByRole('link', { name: 'First Kite' }).click();
  await expect.poll(() => field(other, 'Name').inputValue()).toBe('First Kite');
  await field(other, 'Name').fill('First Kite 2');
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('First Kite 2');
  await field(page, 'Card text').fill('Typed in the first tab');
  await expect.poll(() => field(other, 'Card text').inputValue()).toBe('Typed in the first tab');
  expect(await field(other, 'Name').inputValue()).toBe('First Kite 2');
});

test('[PB3] [PB5] when the session has ended meanwhile, nothing is lost and signing in again saves', async () => {
  const { page, context, shop } = world;
  await enter('/product/surf-propeller-set-10x4-5/update');
  await field(page, 'Name').fill('Surf set');
  await whenKept(page, 'Surf set');
  const session = (await context.cookies()).find(({ name }) => name.includes('session_token'));
  await context.clearCookies({ name: session?.name ?? 'the session' });
  await page.reload();
  await page.getByText('saving asks you to sign in').waitFor();
  await fillLogin(page, shop, shop.staff.email, shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/client$/);
  await open('/product/surf-propeller-set-10x4-5/update');
  await page.getByText('We kept what you typed').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Surf set');
  await saveProduct(page);
  await page.waitForURL(/\/product\/surf-propeller-set-10x4-5$/);
  await page.getByRole('heading', { level: 1, name: 'Surf set' }).waitFor();
});

test('[PB3] [PB5] what is typed before and after a manager ended the session is saved once the person has signed in', async () => {
  const { page, shop } = world;
  const id = 'lift-propeller-pair-22x7';
  await enter(`/product/${id}/update`);
  await field(page, 'Price in AUD, with GST').fill('100.00');
  await whenKept(page, '100.00');
  const ended = await shop.admin('/admin/accounts/end-sessions', {
    method: 'POST',
    json: { email: shop.staff.email },
  });
  expect(ended.status, await ended.text()).toBe(200);
  await page.getByText(/^You are not signed in any more\./).waitFor();
  await field(page, 'Price in AUD, with GST').fill('200.00');
  await whenKept(page, '200.00');
  await saveProduct(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(shop.staff.email);
  await page.getByLabel('Password').fill(shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(new RegExp(`/product/${id}$`));
  await expect
    .poll(async () => (await readProduct(shop, id))['productPrices'])
    .toMatchObject([{ value: '200.00' }]);
});

test('[PB2] a list takes 200 entries', async () => {
  const { page } = world;
  const productFeatures = Array.from({ length: 199 }, (_, index) => ({
    value: `Value ${index}`,
    label: '',
    description: '',
  }));
  expect((await change('drover-10', { productFeatures })).ok).toBe(true);
  await enter('/product/drover-10/update');
  await page.getByRole('group', { name: 'feature 199', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add feature' }).click();
  await page.keyboard.type('The last');
  await page.getByText('A list has at most 200 entries.').waitFor();
  expect(await page.getByRole('button', { name: 'Add feature' }).isDisabled()).toBe(true);
  await saveProduct(page);
  await page.waitForURL(/\/product\/drover-10$/);
});

test('[PB1] [PB2] the keyboard alone fills in, reorders, copies and saves a product, and takes back a removal', async () => {
  const { page } = world;
  await enter('/product/create');
  await tabTo(page, /^Name$/);
  await page.keyboard.type('Key Glider');
  await tabTo(page, /^Category$/);
  await page.keyboard.type('Dro');
  await page.getByRole('button', { name: 'Add feature' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('One');
  await page.getByRole('button', { name: 'Add feature' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await tabTo(page, /^Move up feature 2$/);
  await page.keyboard.press('Enter');
  await page.getByText('Moved to 1 of 2.').waitFor();
  await tabTo(page, /^Remove feature 2$/);
  await page.keyboard.press('Enter');
  await page.getByText('The feature was removed.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Remove feature 1',
  );
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await tabTo(page, /^Duplicate feature 2$/);
  await page.keyboard.press('Enter');
  await page.getByText('Copied to 3 of 3.').waitFor();
  await field(page, 'Payment product id').focus();
  await page.keyboard.type('prod_key');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Key Glider' }).waitFor();
  await expect
    .poll(async () => (await readProduct(world.shop, 'key-glider'))['productFeatures'])
    .toMatchObject([{ label: 'Two' }, { label: 'One' }, { label: 'One' }]);
});

test('[PB2] a row is dragged to another place', async () => {
  const { page } = world;
  await page.setViewportSize({ width: 1280, height: 1200 });
  await enter('/product/recon-vtol/update');
  const label = (row: number) =>
    page
      .getByRole('group', { name: `specification ${row}`, exact: true })
      .getByLabel('Label')
      .inputValue();
  const [first, third] = [await label(1), await label(3)];
  const row = (number: number) => page.getByRole('group', { name: `specification ${number}`, exact: true });
  // A drag must not begin with a scroll: brings all three rows into view.
  await page.getByRole('link', { name: 'Specifications' }).click();
  await row(4).hover();
  await row(1).getByTitle('Drag to move').hover();
  await page.mouse.down();
  // The first move starts the drag, the second one is over the target.
  await row(3).hover();
  await row(3).hover();
  await page.mouse.up();
  await expect.poll(() => label(3)).toBe(first);
  expect(await label(2)).toBe(third);
});

test('[PB6] a copy is saved under an id of its own, without the payment ids of the product', async () => {
  const { page, shop } = world;
  await enter('/product/recon-vtol/update');
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'New product' }).waitFor();
  expect(await field(page, 'Payment price id').inputValue()).toBe('');
  await field(page, 'Payment product id').fill('prod_copy');
  await saveProduct(page);
  await page.getByRole('button', { name: 'Use /product/recon-vtol-2' }).click();
  await saveProduct(page);
  await page.waitForURL(/\/product\/recon-vtol-2$/);
  const original = await readProduct(shop, 'recon-vtol');
  const { productImages, productSpecifications } = original;
  await expect
    .poll(() => readProduct(shop, 'recon-vtol-2'))
    .toMatchObject({ STUPID: 'prod_copy', productImages, productSpecifications });
  expect(original['STUPID']).not.toBe('prod_copy');
});

test('[PB6] the preview is the page that shoppers will see, and buys nothing', async () => {
  const { page } = world;
  await enter('/product/recon-vtol/update');
  await field(page, 'Name').fill('Recon VTOL Mark 2');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await preview.getByRole('heading', { level: 1, name: 'Recon VTOL Mark 2' }).waitFor();
  expect(await preview.getByRole('button', { name: 'Add to Cart' }).isDisabled()).toBe(true);
  expect(await preview.getByRole('link', { name: 'Update' }).count()).toBe(0);
  await expectAccessibleInEachLook(page, 'the preview');
});

test('[PB1] the form is accessible in both themes, narrow and wide, with faults and with large text', async () => {
  const { page, shop } = world;
  const { productPrices, ...content } = productContent('Twin Kite');
  const twice = Object.entries({ ...content, productDownloads: [MANUAL] }).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...(value as object[]), ...(value as object[])] : value,
  ]);
  // Two rows of each list have all that more rows have, which take axe seconds.
  await saveProducts(shop, { 'twin-kite': { ...Object.fromEntries(twice), productPrices } });
  await enter('/product/create');
  await expectAccessibleInEachLook(page, 'a new product');
  await saveProduct(page);
  await page.getByText('required', { exact: true }).first().waitFor();
  await expectAccessibleInEachLook(page, 'a new product with faults');
  await navigateInApp(page, '/product/twin-kite/update');
  await field(page, 'Name').waitFor();
  await expectAccessibleInEachLook(page, 'the form of a product');
});
