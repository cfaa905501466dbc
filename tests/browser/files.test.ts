import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { launchProfile, watchErrors } from '../support/chromium.ts';
import { readFileRecords } from '../support/file-records.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
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
import { openAsStaff } from '../support/staff-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs requests that fail here on purpose, pictures that have not arrived yet, and the 409 of a pull whose
// access has just changed.
const world = setUpOwnShopWorld({
  device: 'returning',
  allowedErrors: /status of (?:40[149]|503)|ERR_FAILED/,
});

const DAY_MS = 24 * 3_600_000;
/** For a busy machine: the server makes four sizes of each picture. */
const PATIENCE = { timeout: 60_000 };

const pictureOf = (page: Page, index: number) =>
  page.getByRole('group', { name: `picture ${index}`, exact: true });
const choosePictures = async (
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
) => {
  await page
    .getByLabel('Choose pictures', { exact: true })
    .last()
    .setInputFiles([...files]);
};

/** Makes the files of a device older; runs in the page. */
function ageFileRecords(byMs: number): Promise<void> {
  return new Promise((resolve) => {
    indexedDB.open('nankeen-files').addEventListener('success', ({ target }) => {
      const { result: database } = target as IDBOpenDBRequest;
      const transaction = database.transaction('records', 'readwrite');
      const records = transaction.objectStore('records');
      const all = records.getAll() as IDBRequest<{ readonly sentAt: number }[]>;
      all.addEventListener('success', () => {
        for (const record of all.result) records.put({ ...record, sentAt: record.sentAt - byMs });
      });
      transaction.addEventListener('complete', () => {
        database.close();
        resolve();
      });
    });
  });
}

/** Addresses of a stored product's pictures. */
async function picturesOf(id: string): Promise<readonly string[]> {
  const { productImages = [] } = await readProduct(world.shop, id);
  return (productImages as readonly { readonly value: string }[]).map(({ value }) => value);
}

/** The picture that the server sends for an address, once it is stored. */
async function fetchStored(address: string): Promise<Buffer> {
  const response = await fetch(world.shop.origin + address);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** A turned photograph with a camera's data and a place, in its three colours from top to bottom. */
async function createPhotograph(name: string) {
  const bands = ['red', 'green', 'blue'].map((background) => ({
    create: { width: 900, height: 400, channels: 3 as const, background },
  }));
  const upright = await sharp({ create: { width: 900, height: 1200, channels: 3, background: 'black' } })
    .composite(
      await Promise.all(
        bands.map(async (band, index) => ({
          input: await sharp(band).png().toBuffer(),
          top: index * 400,
          left: 0,
        })),
      ),
    )
    .png()
    .toBuffer();
  const buffer = await sharp(upright)
    .rotate(-90)
    .withExif({
      IFD0: { Make: 'SecretCamera', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 51/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '151/1 12/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

test('[R-CAL-19] [R-ERR-10] [FI1] [FI3] [FI4] [FI5] pictures and a PDF chosen offline survive the end of the browser, and reach another one upright and without the place', async () => {
  const { shop } = world;
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const errors: string[] = [];
  let context = await launchProfile(folder);
  let page = await context.newPage();
  watchErrors(page, errors);
  await signInAsStaff(page, shop);
  await openProductForm(page, shop, '/product/create');
  await context.setOffline(true);
  await fillProduct(page, 'Night Heron');
  const photograph = await createPhotograph('heron.jpg');
  expect((await sharp(photograph.buffer).metadata()).exif?.includes('SecretCamera')).toBe(true);
  const bad = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html><script>1</script>') };
  const gif = { name: 'moves.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') };
  await choosePictures(page, [photograph, bad, await createPicture('two.png', 200), gif]);
  await pictureOf(page, 2).getByText('Saved on this device').waitFor();
  for (const name of ['page.jpg', 'moves.png'])
    await page
      .getByRole('alert')
      .filter({ hasText: `${name} This is not a picture that can be stored.` })
      .waitFor();
  const manual = {
    name: 'manual.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\nA manual\n%%EOF\n'),
  };
  await page.getByLabel('Choose PDFs', { exact: true }).last().setInputFiles(manual);
  await page.getByRole('group', { name: 'download 1', exact: true }).waitFor();
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Night Heron' }).waitFor();
  await page.goto(`${shop.origin}/sync`);
  await page.getByText('0 of 3 files sent').waitFor();
  await page.getByRole('button', { name: 'Remove heron.jpg' }).waitFor();
  const manualId = createHash('sha256').update(manual.buffer).digest('hex').slice(0, 32);
  const readManual = (path: string) => fetch(path).then((response) => response.text());
  expect(await page.evaluate(readManual, `/documents/${manualId}.pdf`)).toContain('A manual');
  await context.close();
  expect(errors).toEqual([]);

  context = await launchProfile(folder);
  onTestFinished(() => context.close());
  page = await context.newPage();
  await page.goto(`${shop.origin}/sync`);
  await expect.poll(() => picturesOf('night-heron'), PATIENCE).toHaveLength(2);
  await page.getByText('Everything is up to date.').waitFor();
  await expect.poll(() => page.getByText('Files waiting').count()).toBe(0);
  expect(await countHistory(shop, 'night-heron')).toBe(1);
  expect((await fetchStored(`/documents/${manualId}.pdf`)).equals(manual.buffer)).toBe(true);

  const [first = ''] = await picturesOf('night-heron');
  const stored = await fetchStored(first);
  const { exif, width, height } = await sharp(stored).metadata();
  expect([exif, width, height]).toEqual([undefined, 900, 1200]);
  const { data } = await sharp(stored)
    .resize(1, 3, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const strongest = [0, 3, 6].map((at) =>
    data.subarray(at, at + 3).indexOf(Math.max(...data.subarray(at, at + 3))),
  );
  expect(strongest).toEqual([0, 1, 2]);

  const other = await (await world.newContext()).newPage();
  await other.goto(`${shop.origin}/product/night-heron`);
  await other.waitForFunction(
    (path) =>
      [...document.images].some(
        ({ currentSrc, naturalWidth }) => currentSrc.includes(path) && naturalWidth > 0,
      ),
    first.replace('.webp', ''),
  );
});

test('[F51] [R-ERR-10] pictures chosen while a part of the app can’t be loaded say so, or are added at the second attempt', async () => {
  const { shop } = world;
  const page = await (await world.newContext()).newPage();
  await openAsStaff(page, shop, '/product/create');
  await field(page, 'Name').fill('Wompoo Fruit Dove');
  let [cuts, loads] = [Infinity, 0];
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.route(/\/assets\/open-file-queue-[^/]+\.js$/, (route) =>
    cuts-- > 0 ? route.abort('aborted') : route.continue(),
  );
  const alert = page.getByRole('list', { name: 'Files that are added' }).getByRole('alert');
  const chooseWithoutPart = async () => {
    await choosePictures(page, [await createPicture('cut.jpg', 40)]);
    expect(await alert.innerText()).toMatch(
      /^cut\.jpg A part of the app could not be loaded\. Check the connection, and choose the file again\./,
    );
    await alert.getByRole('button', { name: 'Dismiss' }).click();
  };
  await chooseWithoutPart();

  cuts = 1;
  await choosePictures(page, [await createPicture('cut.jpg', 40), await createPicture('other.jpg', 80)]);
  await pictureOf(page, 2).waitFor();
  expect(await alert.count()).toBe(0);

  await page.route(/\/assets\/prepare-worker-[^/]+\.js$/, (route) => route.abort('aborted'));
  await chooseWithoutPart();
  expect(loads).toBe(0);
});

test('[FI10] [R-CAL-19] a new product waits for its pictures until Publish now; its pictures follow', async () => {
  const { page, shop, context } = world;
  await signInAsStaff(page, shop);
  // Whatever is sent to the storage fails, as on a server whose disk fails.
  await context.route('**/api/v1/storage/**', (route) => route.fulfill({ status: 503 }));
  await openProductForm(page, shop, '/product/create');
  await fillProduct(page, 'Grey Egret');
  await choosePictures(page, [await createPicture('egret.jpg', 120)]);
  await pictureOf(page, 1).waitFor();
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Grey Egret' }).waitFor();
  await page.goto(`${shop.origin}/sync`);
  await page.getByText('0 of 1 files sent').waitFor();
  await expectAccessibleInEachLook(page, 'sync centre with a file that waits');
  expect(await picturesOf('grey-egret')).toEqual([]);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect.poll(() => picturesOf('grey-egret'), PATIENCE).toHaveLength(1);
  const [address = ''] = await picturesOf('grey-egret');
  expect((await fetch(shop.origin + address)).status).toBe(404);

  // The maker sees the picture, others a stand-in, which they look at again.
  const shown = (one: Page) =>
    one.evaluate(
      (path) =>
        [...document.images].some(
          ({ currentSrc, naturalWidth }) => currentSrc.includes(path) && naturalWidth > 0,
        ),
      address.replace('.webp', ''),
    );
  await page.goto(`${shop.origin}/product/grey-egret`);
  await expect.poll(() => shown(page)).toBe(true);
  // A forced reload bypasses the service worker.
  const bare = await context.newPage();
  const devtools = await context.newCDPSession(bare);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await bare.goto(`${shop.origin}/product/grey-egret`);
  await bare.waitForFunction(() =>
    [...document.images].some(
      ({ currentSrc, naturalWidth }) => currentSrc.startsWith('blob:') && naturalWidth > 0,
    ),
  );
  await bare.close();
  const other = await (await world.newContext()).newPage();
  await other.goto(`${shop.origin}/product/grey-egret`);
  await other.getByRole('heading', { level: 1, name: 'Grey Egret' }).waitFor();
  expect(await shown(other)).toBe(false);

  await context.unroute('**/api/v1/storage/**');
  await page.goto(`${shop.origin}/sync`);
  await page
    .getByRole('button', { name: 'Try again now' })
    .or(page.getByText('Everything is up to date.'))
    .first()
    .waitFor();
  await expect.poll(async () => (await fetch(shop.origin + address)).status, PATIENCE).toBe(200);
  await other.reload();
  await expect.poll(() => shown(other)).toBe(true);
});

test('[FI8] [FI10] [R-CAL-19] a product saved from a draft older than 30 days has its picture, which the server had removed', async () => {
  const { page, shop } = world;
  await signInAsStaff(page, shop);
  await openProductForm(page, shop, '/product/create');
  await fillProduct(page, 'Old Bittern');
  await choosePictures(page, [await createPicture('bittern.jpg', 40)]);
  const address = await pictureOf(page, 1).locator('img').getAttribute('src');
  const statusOf = async () => (await fetch(shop.origin + String(address))).status;
  await expect.poll(statusOf, PATIENCE).toBe(200);
  await expect.poll(() => readFileRecords(page)).toMatchObject([{ state: 'stored' }]);
  await page.goto(`${shop.origin}/products`);

  // 31 days pass: what the server and the device know of the file's age is moved back.
  await page.evaluate(ageFileRecords, 31 * DAY_MS);
  await page.goto('about:blank');
  await shop.kill();
  const database = new Database(join(shop.dataDir, 'nankeen.sqlite'));
  database.prepare('UPDATE file SET at = at - ?').run(31 * DAY_MS);
  database.close();
  await shop.restart();
  await expect.poll(statusOf, PATIENCE).toBe(404);

  await openProductForm(page, shop, '/product/create');
  await page.getByRole('link', { name: 'Old Bittern' }).click();
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Old Bittern');
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Old Bittern' }).waitFor();
  await expect.poll(() => picturesOf('old-bittern'), PATIENCE).toEqual([address]);
  expect(await statusOf()).toBe(200);
  await page.goto(`${shop.origin}/sync`);
  await page.getByText('Everything is up to date.').waitFor();

  // The next start removes the copy that nothing needs any more.
  await page.evaluate(ageFileRecords, 120_000);
  await page.goto(`${shop.origin}/products`);
  await expect.poll(() => readFileRecords(page)).toEqual([]);
});

test('[FI4] [FI5] [CL5] files kept at sign-out are sent after the next sign-in of their account', async () => {
  const { page, shop, context } = world;
  await signInAsStaff(page, shop);
  await context.route('**/api/v1/storage/**', (route) => route.abort());
  await openProductForm(page, shop, '/product/recon-vtol/update');
  const before = await page.getByRole('group', { name: /^picture \d+$/ }).count();
  await choosePictures(page, [await createPicture('kept.jpg', 300)]);
  await pictureOf(page, before + 1).waitFor();
  await saveProduct(page);
  await page.getByRole('heading', { level: 1, name: 'Recon VTOL' }).waitFor();
  await expect.poll(() => picturesOf('recon-vtol'), PATIENCE).toHaveLength(before + 1);
  const address = (await picturesOf('recon-vtol')).at(-1) ?? '';
  expect(address).toMatch(/^\/pictures\/u\//);

  await page.goto(`${shop.origin}/client`);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByText('1 file is still being sent').waitFor();
  expect(await page.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Keep for this account' }).click();
  await page.getByText('You are not signed in').waitFor();
  await context.unroute('**/api/v1/storage/**');
  await page.goto(`${shop.origin}/sync`);
  await page.getByText('1 file is kept on this device for another account').waitFor();
  expect(await page.getByText('kept.jpg').count()).toBe(0);

  await signInAsStaff(page, shop);
  await expect.poll(async () => (await fetch(shop.origin + address)).status, PATIENCE).toBe(200);
});
