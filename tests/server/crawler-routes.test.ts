import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { INDEXED_PAGES } from '#shared/api/pages.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import type { Product } from '#shared/collections/products.ts';
import { createCoreServer } from '../support/core-server.ts';
import { sampleProduct } from '../support/sample-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'nankeen-crawler-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PRODUCTS = [
  changedOn('2026-03-01T00:00:00.000Z', { FBUID: 'recon-vtol', productCategory: 'drones' }),
  changedOn('2026-02-01T00:00:00.000Z', { FBUID: 'a&b <c>', productCategory: 'batteries' }),
];

function changedOn(updatedAt: string, product: Partial<Product>): Product {
  return sampleProduct({ ...product, sync: { ...UNSYNCED, updatedAt } });
}

mkdirSync(join(folder, 'app'));
const { app } = createCoreServer(undefined, undefined, {
  publicUrl: 'https://shop.example',
  buildFolder: folder,
  products: { list: async () => PRODUCTS, findByPriceId: async () => undefined },
});

test('the sitemap lists every public page and every product, escaped', async () => {
  const response = await app.request('/sitemap.xml');
  const text = await response.text();
  expect(response.headers.get('content-type')).toMatch('application/xml');
  for (const page of INDEXED_PAGES) expect(text).toContain(`<loc>https://shop.example${page}</loc>`);
  expect(text).toContain('<loc>https://shop.example/product/recon-vtol</loc>');
  expect(text).toContain('<loc>https://shop.example/product/a%26b%20%3Cc%3E</loc>');
  expect(text.match(/<url>/g)).toHaveLength(INDEXED_PAGES.length + 2);
});

test('[R-GEN-01] the sitemap says when each product, and each list of products, changed last', async () => {
  const text = await (await app.request('/sitemap.xml')).text();
  const changes = [...text.matchAll(/<loc>https:\/\/shop.example([^<]*)<\/loc><lastmod>(.{10})/g)];
  expect(changes.map(([, path, day]) => `${path} ${day}`)).toEqual([
    '/products 2026-03-01',
    '/products/drones 2026-03-01',
    '/products/batteries 2026-02-01',
    '/product/recon-vtol 2026-03-01',
    '/product/a%26b%20%3Cc%3E 2026-02-01',
  ]);
});

test('robots.txt names the sitemap and disallows the API', async () => {
  const text = await (await app.request('/robots.txt')).text();
  expect(text).toContain('Sitemap: https://shop.example/sitemap.xml');
  expect(text).toContain('Disallow: /api/');
});
