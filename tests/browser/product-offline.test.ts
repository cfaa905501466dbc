import { expect, test } from 'vitest';
import { whenKept } from '../support/kept-forms.ts';
import {
  countHistory,
  createPicture,
  field,
  fillProduct,
  openProductForm,
  readProduct,
  saveProduct,
  signInAsStaff,
} from '../support/product-form-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

const world = setUpOwnShopWorld({
  device: 'returning',
  allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/,
});

test('[PB3] [PB5] [FI3] [FI10] [R-PFM-01] a product made offline with pictures survives a reload and a killed tab, and arrives with one history entry', async () => {
  const { shop, context } = world;
  let { page } = world;
  await signInAsStaff(page, shop);
  await openProductForm(page, shop, '/product/create');
  await context.setOffline(true);
  await fillProduct(page, 'Outback Kite');
  await field(page, 'Price in AUD, with GST').fill('480.00');
  const pictures = await Promise.all([0, 90, 180, 270].map((hue) => createPicture(`${hue}.jpg`, hue)));
  await page.getByLabel('Choose pictures', { exact: true }).last().setInputFiles(pictures);
  const group = (index: number) => page.getByRole('group', { name: `picture ${index}`, exact: true });
  await group(4).getByText('Saved on this device').waitFor();
  await group(1).getByLabel('What it shows').fill('A red kite');
  const isShown = () =>
    group(4)
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await group(4).scrollIntoViewIfNeeded();
  await expect.poll(isShown).toBe(true);
  await whenKept(page, 'A red kite');

  await page.reload();
  await page.getByText('We kept what you typed').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Outback Kite');
  await field(page, 'Card text').fill('Flies anywhere.');
  await whenKept(page, 'Flies anywhere.');
  await page.close();
  page = await context.newPage();
  await openProductForm(page, shop, '/product/create');
  await page.getByRole('link', { name: 'Outback Kite' }).click();
  await expect.poll(() => field(page, 'Card text').inputValue()).toBe('Flies anywhere.');
  await group(4).waitFor();
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Outback Kite' }).waitFor();
  await page.getByText('Saved on this device').first().waitFor();

  await context.setOffline(false);
  await expect
    .poll(() => readProduct(shop, 'outback-kite'), { timeout: 30_000 })
    .toMatchObject({ productName: 'Outback Kite', productImages: [{ label: 'A red kite' }, {}, {}, {}] });
  expect(await countHistory(shop, 'outback-kite')).toBe(1);
  const other = await (await world.newContext()).newPage();
  await other.goto(`${shop.origin}/product/outback-kite`);
  await other.getByRole('heading', { level: 1, name: 'Outback Kite' }).waitFor();
  await other.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('main img[alt="A red kite"]');
    return image?.complete && image.naturalWidth > 0;
  });
});

test('[FI3] [PB1] a file that is no picture says why, and leaves the others alone', async () => {
  const { page, shop } = world;
  await signInAsStaff(page, shop);
  await openProductForm(page, shop, '/product/create');
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') };
  const files = [text, await createPicture('kite.jpg', 30)];
  await page.getByLabel('Choose pictures', { exact: true }).last().setInputFiles(files);
  await page.getByRole('group', { name: 'picture 1', exact: true }).waitFor();
  const refusal = page.getByRole('alert').filter({ hasText: 'notes.txt' });
  await refusal.waitFor();
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await refusal.waitFor({ state: 'detached' });
});

test('[PB4] [PB5] an edit made offline merges with a colleague’s', async () => {
  const { page, shop, context } = world;
  await signInAsStaff(page, shop);
  await openProductForm(page, shop, '/product/surveyor-m4/update');
  await context.setOffline(true);
  await field(page, 'Name').fill('Surveyor Mark 4');
  const json = { STUPID: 'prod_theirs' };
  expect((await shop.admin('/testing/data/products/surveyor-m4', { method: 'PATCH', json })).ok).toBe(true);
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Surveyor Mark 4' }).waitFor();
  await context.setOffline(false);
  await expect
    .poll(() => readProduct(shop, 'surveyor-m4'), { timeout: 30_000 })
    .toMatchObject({ productName: 'Surveyor Mark 4', STUPID: 'prod_theirs' });
});
