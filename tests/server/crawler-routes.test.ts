import { expect, test } from 'vitest';
import { INDEXED_PAGES } from '#shared/api/pages.ts';
import type { Product } from '#shared/collections/products.ts';
import { crawlerRoutes } from '#server/http/crawler-routes.ts';

const routes = crawlerRoutes({
  origin: 'https://shop.example',
  products: async () => [{ FBUID: 'recon-vtol' }, { FBUID: 'a&b <c>' }] as Product[],
});

test('the sitemap names every public page and every product, safely written', async () => {
  const response = await routes.request('/sitemap.xml');
  const text = await response.text();
  expect(response.headers.get('content-type')).toMatch('application/xml');
  for (const page of INDEXED_PAGES) expect(text).toContain(`<loc>https://shop.example${page}</loc>`);
  expect(text).toContain('<loc>https://shop.example/product/recon-vtol</loc>');
  expect(text).toContain('<loc>https://shop.example/product/a%26b%20%3Cc%3E</loc>');
  expect(text.match(/<url>/g)).toHaveLength(INDEXED_PAGES.length + 2);
});

test('robots are shown the sitemap and kept from the API', async () => {
  const text = await (await routes.request('/robots.txt')).text();
  expect(text).toContain('Sitemap: https://shop.example/sitemap.xml');
  expect(text).toContain('Disallow: /api/');
});
