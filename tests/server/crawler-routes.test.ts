import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { INDEXED_PAGES } from '#shared/api/pages.ts';
import type { Product } from '#shared/collections/products.ts';
import { createCoreServer } from '../support/core-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'nankeen-crawler-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PRODUCTS = [{ FBUID: 'recon-vtol' }, { FBUID: 'a&b <c>' }] as Product[];
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

test('robots.txt names the sitemap and disallows the API', async () => {
  const text = await (await app.request('/robots.txt')).text();
  expect(text).toContain('Sitemap: https://shop.example/sitemap.xml');
  expect(text).toContain('Disallow: /api/');
});
