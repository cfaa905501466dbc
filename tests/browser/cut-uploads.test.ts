import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFaultProxy, type Fault, type FaultProxy } from '../soak/fault-proxy.ts';
import { readFileRecords } from '../support/file-records.ts';
import { onOneProfile } from '../support/one-profile.ts';
import { drawPicture } from '../support/picture-corpus.ts';
import { openProductForm, readProduct, saveProduct, signInAsStaff } from '../support/product-form-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs pictures that have not arrived yet, and the 409 of a pull whose access has just changed.
const allowedErrors = /status of 40[49]/;
const world = setUpOwnShopWorld({ device: 'without-worker', allowedErrors });

/** The server makes four sizes of the picture, and a device waits up to 64 s between two attempts. */
const PATIENCE = { timeout: 150_000 };
const LONGEST_MS = 300_000;
const NO_FAULT: Fault = { kind: 'none' };
/** What a request has besides the bytes of the file. */
const HEADERS = 4096;

let link: FaultProxy;
beforeEach(async () => {
  link = await startFaultProxy(world.shop.origin, () => NO_FAULT);
});
afterEach(() => link.stop());

/** Browsers of one profile that reach the shop over the link, at the shop's own address. */
function onProfileBehindLink(run: Parameters<typeof onOneProfile>[0]): Promise<void> {
  const [shop, behind] = [world.shop.origin, link.origin].map((origin) => new URL(origin).host);
  return onOneProfile(run, allowedErrors, [`--host-resolver-rules=MAP ${shop} ${behind}`]);
}

/** Requests for uploads that a device has sent, in their order. @returns e.g. `PATCH 0` with the offset */
function watchUploads(context: BrowserContext): readonly string[] {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (!request.url().includes('/uploads')) return;
    sent.push([request.method(), request.headers()['upload-offset']].join(' ').trim());
  });
  return sent;
}

/** Addresses of a stored product's pictures. */
async function picturesOf(id: string): Promise<readonly string[]> {
  const { productImages = [] } = await readProduct(world.shop, id);
  return (productImages as readonly { readonly value: string }[]).map(({ value }) => value);
}

/** Adds a picture of about 330 kB to a product, and saves. @returns its address and size */
async function addPicture(page: Page, id: string): Promise<{ address: string; size: number }> {
  await openProductForm(page, world.shop, `/product/${id}/update`);
  const pictures = page.getByRole('group', { name: /^picture \d+$/ });
  const before = (await picturesOf(id)).length;
  const buffer = await drawPicture(1200, 900).jpeg().toBuffer();
  const file = { name: 'dusk.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Choose pictures', { exact: true }).last().setInputFiles(file);
  await expect.poll(() => pictures.count()).toBe(before + 1);
  const [record] = (await readFileRecords(page)) as readonly { readonly size: number }[];
  await saveProduct(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => picturesOf(id), PATIENCE).toHaveLength(before + 1);
  return { address: (await picturesOf(id)).at(-1) ?? '', size: record?.size ?? 0 };
}

/** Waits until another device, with a good connection, shows the picture on the product's page. */
async function expectLive(id: string, address: string): Promise<void> {
  const { page, shop } = world;
  await expect.poll(async () => (await fetch(shop.origin + address)).status, PATIENCE).toBe(200);
  await page.goto(`${shop.origin}/product/${id}`);
  await page.waitForFunction(
    (path) =>
      [...document.images].some(
        ({ currentSrc, naturalWidth }) => currentSrc.includes(path) && naturalWidth > 0,
      ),
    address.replace('.webp', ''),
  );
}

/** Bytes of all pieces that were sent over the link. */
const sentBytes = () => link.bytesByMethod.get('PATCH') ?? 0;

/** Bytes that the server has of the one unfinished upload. */
function arrivedBytes(): number {
  const folder = join(world.shop.dataDir, 'files', 'uploads');
  const [name] = readdirSync(folder).filter((one) => !one.includes('.'));
  return name === undefined ? 0 : statSync(join(folder, name)).size;
}

test(
  '[R-CST-14] [FI5] an upload over a link that is cut every 120 kB goes on where it stopped, and is live on another device',
  async () => {
    await onProfileBehindLink(async (open) => {
      const { context } = await open();
      const page = await context.newPage();
      await signInAsStaff(page, world.shop);
      const sent = watchUploads(context);
      link.schedule = () => ({ kind: 'cut', bytes: 120_000 });
      const { address, size } = await addPicture(page, 'recon-vtol');
      await expectLive('recon-vtol', address);

      const offsets = sent.filter((one) => one.startsWith('PATCH')).map((one) => Number(one.split(' ')[1]));
      expect(size).toBeGreaterThan(300_000);
      expect(sent.filter((one) => one === 'POST')).toHaveLength(1);
      expect(sent.slice(1, 4)).toEqual(['PATCH 0', 'HEAD', `PATCH ${offsets[1]}`]);
      expect(offsets[1]).toBeGreaterThan(120_000 - HEADERS);
      expect(offsets).toEqual([...new Set(offsets)].toSorted((a, b) => a - b));
      expect(sentBytes() / size).toBeLessThanOrEqual(1.25);
    });
  },
  LONGEST_MS,
);

test(
  '[R-CST-14] [FI5] [PB3] an upload whose browser was killed goes on where it stopped, and is live on another device',
  async () => {
    await onProfileBehindLink(async (open) => {
      const page = await (await open()).context.newPage();
      await signInAsStaff(page, world.shop);
      link.schedule = () => ({ kind: 'stall', bytes: 30_000 });
      const { address, size } = await addPicture(page, 'overwatch-x6');
      await expect.poll(arrivedBytes).toBeGreaterThan(30_000 - HEADERS);
      expect((await fetch(world.shop.origin + address)).status).toBe(404);

      const { context } = await open();
      link.schedule = () => NO_FAULT;
      // The killed browser's connection has ended.
      await expect.poll(sentBytes).toBeGreaterThan(0);
      const [before, arrived, sent] = [sentBytes(), arrivedBytes(), watchUploads(context)];
      // A killed browser forgets a fresh session.
      await signInAsStaff(await context.newPage(), world.shop);
      await expectLive('overwatch-x6', address);

      expect(sent.slice(0, 2)).toEqual(['HEAD', `PATCH ${arrived}`]);
      expect(sent).not.toContain('POST');
      const pieces = sent.filter((one) => one.startsWith('PATCH')).length;
      expect(sentBytes() - before).toBeLessThan(size - arrived + pieces * HEADERS);
    });
  },
  LONGEST_MS,
);
