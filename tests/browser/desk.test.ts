import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { sendEnquiry } from '../support/enquiry-page.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff, saveProducts } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'returning' });

test('[R-CAL-18] [R-SHP-01] staff see what is new on /admin, live and without a connection', async () => {
  const { page, context, shop } = world;
  await openAsStaff(page, shop, '/');
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
  const tile = (name: string) => page.getByRole('listitem', { name });
  await tile('Enquiries, 7 days').getByText('0', { exact: true }).waitFor();
  await tile('Views of products, 7 days').getByText(/^\d+$/).waitFor();
  await expectAccessibleInEachLook(page, 'admin');

  const visitor = await (await world.newContext()).newPage();
  await sendEnquiry(visitor, shop, 'Is it live?');
  await tile('Enquiries, 7 days').getByText('1', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Is it live?' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await tile('Enquiries, 7 days').getByText('1', { exact: true }).waitFor();
  await tile('Views of products, 7 days').getByText('Needs a connection').waitFor();
  await expectAccessibleInEachLook(page, 'admin offline');
});

test('[PB10] [R-CAL-03] [R-SHP-01] staff find products by search, filter and id, also without a connection and on a phone', async () => {
  const { page, context, shop } = world;
  const bare = { ...productContent('Bare kite'), productPrices: [], productImages: [] };
  await saveProducts(shop, { 'bare-kite': bare });
  await openAsStaff(page, shop, '/admin/products');
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  await page.getByText('25 products').waitFor();
  await expectAccessibleInEachLook(page, 'products');
  await page.setViewportSize({ width: 320, height: 800 });
  // The address changes first, and the box with it.
  await page.getByRole('checkbox', { name: 'Without price' }).click();
  await page.getByText('1 of 25 products').waitFor();
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('Bare kite')]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto(`${shop.origin}/admin/products?field=productFBUID&value=recon-vtol`);
  await page.getByText('1 of 25 products').waitFor();
  await rows.getByText('$24,990.00').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('battery');
  await page.getByText('No product fits').waitFor();
  await expectAccessibleInEachLook(page, 'no product fits');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('25 products').waitFor();
  await page.getByRole('link', { name: 'Drafts on this device' }).click();
  await page.getByText('No drafts on this device').waitFor();
  await expectAccessibleInEachLook(page, 'drafts');
});

test('[R-ROL-04] visitors learn what the back-office is for, and get no data', async () => {
  const { page, shop } = world;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  for (const [path, purpose] of [
    ['/admin', 'Staff see here what is new'],
    ['/admin/products?view=deleted', 'Staff find products here'],
  ] as const) {
    await page.goto(shop.origin + path);
    await page.getByText(purpose).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await expectAccessibleInEachLook(page, path);
  }
  expect(calls.filter((call) => call.includes('/admin/') && call.includes('/api/'))).toEqual([]);
  expect(
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).count(),
  ).toBe(0);
});
