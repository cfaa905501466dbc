import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import { toFileIdOf } from '#shared/api/file-storage.ts';
import { readKept, whenKept } from '../support/kept-forms.ts';
import { readFileRecords } from '../support/file-records.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { onOneProfile } from '../support/one-profile.ts';
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
import type { RunningShop } from '../support/shop-server.ts';
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

test('[FI4] [PB3] a picture that was taken out of a form is not sent by a browser that was killed afterwards', async () => {
  const { shop } = world;
  const readImages = async (page: Page) => {
    const [form] = (await readKept(page)) as { productImages: { value: string }[] }[];
    return form?.productImages.map(({ value }) => value) ?? [];
  };
  const statusOf = async (path: string) => (await fetch(shop.origin + path)).status;
  await onOneProfile(async (open) => {
    const { context } = await open();
    const before = await context.newPage();
    await signInAsStaff(before, shop);
    await openProductForm(before, shop, '/product/create');
    await context.setOffline(true);
    await fillProduct(before, 'Second Thought');
    const pictures = await Promise.all([10, 100].map((hue) => createPicture(`${hue}.jpg`, hue)));
    await before.getByLabel('Choose pictures', { exact: true }).last().setInputFiles(pictures);
    await expect.poll(async () => (await readImages(before)).length).toBe(2);
    const [kept = '', removed = ''] = await readImages(before);
    await before.getByRole('button', { name: 'Remove picture 2', exact: true }).click();
    await expect.poll(() => readImages(before)).toEqual([kept]);

    const after = await (await open()).context.newPage();
    // A killed browser forgets a fresh session.
    await signInAsStaff(after, shop);
    await after.goto(`${shop.origin}/sync`);
    await expect.poll(() => statusOf(kept), { timeout: 60_000 }).toBe(200);
    const passedOver = {
      id: toFileIdOf(removed),
      state: 'kept',
      unneededSince: expect.any(Number) as number,
    };
    await expect.poll(() => readFileRecords(after)).toContainEqual(expect.objectContaining(passedOver));
    expect(await statusOf(removed)).toBe(404);
    expect(await shop.admin(`/storage/product-pictures/${removed.split('/').at(-1)}`)).toMatchObject({
      status: 404,
    });
  }, /ERR_INTERNET_DISCONNECTED|Failed to load resource/);
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

test('[PB4] [CF1] a price that two devices changed offline is decided on the product’s page, and history has both', async () => {
  const { shop, context: earlier } = world;
  const later = await world.newContext({ hasWorker: true });
  const [ada, bo] = [world.page, await later.newPage()];
  for (const page of [ada, bo]) {
    await signInAsStaff(page, shop);
    await openProductForm(page, shop, '/product/recon-vtol/update');
  }
  for (const [page, context, price] of [
    [ada, earlier, '20000.00'],
    [bo, later, '21000.00'],
  ] as const) {
    await context.setOffline(true);
    await field(page, 'Price in AUD, with GST').fill(price);
    await saveProduct(page);
    await page.getByText('Saved on this device').first().waitFor();
  }
  await earlier.setOffline(false);
  await expect.poll(() => readPrice(shop)).toBe('20000.00');

  await later.setOffline(false);
  const review = bo.getByRole('region', { name: 'Needs review' });
  await review.getByRole('group', { name: 'Product prices' }).getByText('20000.00').waitFor();
  await expectAccessibleInEachLook(bo, 'a product that needs review');
  await review.getByRole('radio', { name: /Yours.*21000\.00/s }).check();
  await review.getByRole('button', { name: 'Save' }).click();
  await review.waitFor({ state: 'detached' });
  await expect.poll(() => readPrice(shop)).toBe('21000.00');
  await ada.getByText('$21,000.00').first().waitFor();
  expect(await countHistory(shop, 'recon-vtol')).toBe(3);
});

async function readPrice(shop: RunningShop): Promise<unknown> {
  const { productPrices } = (await readProduct(shop, 'recon-vtol')) as Partial<Product>;
  return productPrices?.[0]?.value;
}
