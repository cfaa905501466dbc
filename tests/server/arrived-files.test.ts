import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pushRow } from '../support/core-calls.ts';
import {
  closeFileWorlds,
  openFileWorld,
  sendFile,
  STAFF,
  toDocument,
  toFileId,
  toPicture,
  type FileWorld,
} from '../support/file-world.ts';
import { sampleProduct } from '../support/sample-product.ts';

const PICTURES = [toPicture('first'), toPicture('second')];
const [FIRST = '', SECOND = ''] = PICTURES.map((bytes) => `/pictures/u/${toFileId(bytes)}.webp`);
const OLD = '/pictures/recon-vtol/1.webp';

const DOCUMENTS = [toDocument('first'), toDocument('second')];
const [MANUAL = '', GUIDE = ''] = DOCUMENTS.map((bytes) => `/documents/${toFileId(bytes)}.pdf`);
const OLD_MANUAL = '/manuals/recon-vtol.pdf';

/** A render build that shows the addresses of the product's pictures and downloads. */
const RENDER = `export const renderPage = async (url, { products: [product] }) => {
  const show = (entries) => entries.map(({ value, label }) => label + ':' + value).join(' ');
  const html = show(product.productImages) + ' | ' + show(product.productDownloads);
  return { status: 200, canonical: url, head: '', html, data: '{}' };
};`;
const SHELL = '<html><head><!--page-head--></head><body><!--page-html--><!--page-data--></body></html>';

let folder: string;
let world: FileWorld;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-build-'));
  mkdirSync(join(folder, 'app'));
  mkdirSync(join(folder, 'render'));
  writeFileSync(join(folder, 'app/index.html'), SHELL);
  writeFileSync(join(folder, 'render/render.js'), RENDER);
  world = openFileWorld({ buildFolder: folder });
  const toEntry = (value: string, index: number) => ({ value, label: String(index), description: '' });
  const {
    writeId: _none,
    sync: _sync,
    ...product
  } = sampleProduct({
    productImages: [FIRST, OLD, SECOND].map(toEntry),
    productDownloads: [MANUAL, OLD_MANUAL, GUIDE].map(toEntry),
  });
  await pushRow(world, STAFF, 'products', { newDocumentState: { ...product, writeId: 'w1' } });
});
afterEach(async () => {
  await closeFileWorlds();
  rmSync(folder, { recursive: true, force: true });
});

/** What the page of the product shows. */
async function readPage() {
  const text = await (await world.app.request('/product/recon-vtol')).text();
  const [pictures, downloads] = (/<body>([^<]*)</.exec(text)?.[1] ?? '').split(' | ');
  return { pictures, downloads };
}

test('[FI10] a page leaves out a picture until it has arrived, and the others keep their places', async () => {
  expect((await readPage()).pictures).toBe(`0: 1:${OLD} 2:`);
  await sendFile(world, PICTURES[0] ?? Buffer.alloc(0));
  expect((await readPage()).pictures).toBe(`0:${FIRST} 1:${OLD} 2:`);
  await sendFile(world, PICTURES[1] ?? Buffer.alloc(0));
  expect((await readPage()).pictures).toBe(`0:${FIRST} 1:${OLD} 2:${SECOND}`);
});

test('[FI10] a refused picture is left out', async () => {
  world.maker.act = async () => ({ ok: false, reason: 'damaged' });
  await sendFile(world, PICTURES[0] ?? Buffer.alloc(0));
  expect((await readPage()).pictures).toBe(`0: 1:${OLD} 2:`);
});

test('[FI10] a page leaves out a download until it has arrived', async () => {
  expect((await readPage()).downloads).toBe(`1:${OLD_MANUAL}`);
  await sendFile(world, DOCUMENTS[1] ?? Buffer.alloc(0), { bucket: 'product-documents' });
  expect((await readPage()).downloads).toBe(`1:${OLD_MANUAL} 2:${GUIDE}`);
});
