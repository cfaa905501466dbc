import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FILE_REFUSALS, MAX_SENT_SIDE, type FileRefusal } from '#shared/api/file-storage.ts';
import { readFileRecords } from '../support/file-records.ts';
import { makePictureCorpus, PRIVATE_MARK } from '../support/picture-corpus.ts';
import {
  fillProduct,
  openProductForm,
  readProduct,
  saveProduct,
  signInAsStaff,
} from '../support/product-form-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs the 409 of a pull whose access has just changed, and pictures that have not arrived yet.
const world = setUpOwnShopWorld({ device: 'returning', allowedErrors: /status of 40[49]/ });

/** The server makes four sizes of each picture. */
const PATIENCE = { timeout: 90_000 };

/** The pictures as the device keeps and sends them. */
async function readKept(page: Page): Promise<readonly Buffer[]> {
  const records = (await readFileRecords(page)) as readonly { readonly id: string }[];
  const texts = await page.evaluate(
    (ids) =>
      Promise.all(
        ids.map(async (id) => {
          const picture = await (await fetch(`/pictures/u/${id}.webp`)).blob();
          return new Promise<string>((resolve) => {
            const reader = new FileReader();
            reader.addEventListener('load', () => resolve(String(reader.result)));
            reader.readAsDataURL(picture);
          });
        }),
      ),
    records.map(({ id }) => id),
  );
  return texts.map((text) => Buffer.from(text.slice(text.indexOf(',')), 'base64'));
}

/** @returns width and height @throws if anything of the camera is in it */
async function measure(picture: Buffer): Promise<readonly [width: number, height: number]> {
  const { width, height, exif, xmp } = await sharp(picture).metadata();
  expect([exif, xmp, picture.includes(PRIVATE_MARK)]).toEqual([undefined, undefined, false]);
  return [width, height];
}

test('[FI3] [FI6] [R-CAL-19] [R-ERR-10] of 60 good and bad files the product form shows the good ones, which leave without a place, and each bad one says why', async () => {
  const { page, shop } = world;
  const corpus = await makePictureCorpus();
  await signInAsStaff(page, shop);
  await openProductForm(page, shop, '/product/create');
  await fillProduct(page, 'Bush Stone Curlew');
  const files = corpus.map(({ name, bytes }) => ({ name, mimeType: '', buffer: Buffer.from(bytes) }));
  await page.getByLabel('Choose pictures', { exact: true }).last().setInputFiles(files);

  const good = corpus.flatMap(({ expected }) => (expected.ok ? [[expected.width, expected.height]] : []));
  const refused = corpus.flatMap(({ name, expected }) =>
    expected.ok ? [] : [`${name} ${FILE_REFUSALS[expected.reason as FileRefusal]}`],
  );
  const said = page.getByRole('list', { name: 'Files that are added' }).getByRole('alert');
  await expect.poll(() => said.count(), PATIENCE).toBe(refused.length);
  await expect.poll(() => page.getByText('is being prepared…').count(), PATIENCE).toBe(0);
  const texts = await said.allInnerTexts();
  expect(texts.map((text) => text.replace(/\s*Dismiss$/, ''))).toEqual(refused);
  const shown = page.getByRole('group', { name: /^picture \d+$/ }).locator('img');
  expect(await shown.count()).toBe(good.length);
  for (const picture of await shown.all()) {
    await picture.scrollIntoViewIfNeeded();
    // The natural width of a single pixel is 0, because a source says 480.
    const decode = () =>
      picture.evaluate((image: HTMLImageElement) => image.decode().then(() => 'shown', String));
    await expect.poll(decode).toBe('shown');
  }
  const kept = await Promise.all((await readKept(page)).map(measure));
  expect(Math.max(...kept.flat())).toBe(MAX_SENT_SIDE);
  expect(kept).toContainEqual([2560, 1920]);

  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Bush Stone Curlew' }).waitFor();
  // A new product is sent once all its pictures are stored.
  await expect.poll(() => readProduct(shop, 'bush-stone-curlew'), PATIENCE).toHaveProperty('productImages');
  const { productImages } = await readProduct(shop, 'bush-stone-curlew');
  const stored = await Promise.all(
    (productImages as readonly { readonly value: string }[]).map(async ({ value }) => {
      const response = await fetch(shop.origin + value);
      return measure(Buffer.from(await response.arrayBuffer()));
    }),
  );
  expect(stored).toEqual(good);
});
