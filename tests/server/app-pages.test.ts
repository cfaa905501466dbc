import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PublicConfig } from '#shared/api/messages.ts';
import type { PageContent, RenderedPage } from '#shared/api/render.ts';
import { NO_SELLER } from '#shared/domain/seller.ts';
import { appPages } from '#server/http/app-pages.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createPageCache, type PageCache } from '#server/http/page-cache.ts';
import { createPageRenderer, UNCACHED_PAGES } from '#server/http/render-pages.ts';
import { createTokenBuckets } from '#server/http/token-buckets.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const SHELL =
  '<html><head><!--page-head--></head><body><div id="root"><!--page-html--></div><!--page-data--></body></html>';
const CONFIG: PublicConfig = {
  currency: 'AUD',
  contactEmail: '',
  seller: NO_SELLER,
  gstRule: 'specified',
  pictureOrigins: [],
  deliveryCountries: ['AU'],
  dataEndpoint: 'testing/data',
  production: false,
  testPayments: true,
  googleSignIn: false,
};

const PAGE = { status: 200, canonical: '', head: '<title>$&</title>', html: '', data: '{"a":1}' } as const;

let folder: string;
let content: PageContent;
let rendered: string[];
let failures: unknown[];
let results: string[];
let cache: PageCache;
let clock: TestClock;
let address: string;
let render: (url: string) => Promise<RenderedPage | undefined>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-pages-'));
  writeFileSync(join(folder, 'index.html'), SHELL);
  content = { products: [], config: CONFIG, origin: 'https://shop.example' };
  rendered = [];
  failures = [];
  results = [];
  cache = createPageCache();
  clock = createTestClock();
  address = '127.0.0.1';
  render = (url) => Promise.resolve({ ...PAGE, html: url, canonical: url.replace(/\?(?!page=).*/, '') });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createPages(): Hono<AppEnv> {
  const renderer = createPageRenderer({
    renderPage: (url) => {
      rendered.push(url);
      return render(url);
    },
    content: () => Promise.resolve(content),
    cache,
    uncached: createTokenBuckets(clock, UNCACHED_PAGES),
    onRender: (result) => results.push(result),
    onFailure: (error) => failures.push(error),
  });
  const hasProduct = (id: string) => Promise.resolve(['recon-vtol', 'Big', 'big'].includes(id));
  const parts = { folder, render: renderer, hasProduct, networkOf: () => address };
  return new Hono<AppEnv>().route('/', appPages(parts));
}

const textOf = async (app: Hono<AppEnv>, path: string) => (await app.request(path)).text();

test('[R-RTE-01] a page is rendered with its head and its data', async () => {
  expect(await textOf(createPages(), '/')).toBe(
    '<html><head><title>$&</title></head><body><div id="root">/</div>' +
      '<script id="page-data" type="application/json">{"a":1}</script></body></html>',
  );
});

test('[R-RTE-07] the query is part of the page: a search renders its results', async () => {
  expect(await textOf(createPages(), '/products?search=vtol')).toContain('>/products?search=vtol<');
});

test('a page is rendered once until a product changes', async () => {
  const app = createPages();
  await app.request('/products');
  await app.request('/products');
  expect(rendered).toEqual(['/products']);
  content = { ...content, products: [] };
  await app.request('/products');
  expect(rendered).toEqual(['/products', '/products']);
});

test('[T37] names that a page does not depend on make no other page', async () => {
  const app = createPages();
  for (let index = 0; index < 600; index += 1) await app.request(`/products?x${index}=${index}&utm=${index}`);
  await app.request('/?search=1&page=2');
  expect(rendered).toEqual(['/products', '/']);
});

test('[T37] searches and filters are rendered for their request only, pages of a list are kept', async () => {
  const app = createPages();
  for (const query of ['search=a', 'page=2', 'sort=newest&page=2', 'buyable=yes', 'price=under-250']) {
    await app.request(`/products?${query}`);
    await app.request(`/products?${query}`);
  }
  expect(results.filter((result) => result === 'cached')).toHaveLength(1);
  expect(results.filter((result) => result === 'uncached')).toHaveLength(8);
});

test('[T37] what is not there is not kept', async () => {
  render = (url) => Promise.resolve({ ...PAGE, status: 404, canonical: url });
  const app = createPages();
  for (let index = 0; index < 3; index += 1) await app.request('/product/none');
  expect(rendered).toHaveLength(3);
  expect(cache.bytes).toBe(0);
});

test('[T37] the cache is bounded by bytes and drops what was not used for the longest time', async () => {
  const html = 'x'.repeat(10_000);
  cache = createPageCache(35_000);
  render = (url) => Promise.resolve({ ...PAGE, html, canonical: url });
  const app = createPages();
  for (const page of ['1', '2', '3', '1', '4']) await app.request(`/product/${page}`);
  expect(cache.bytes).toBeGreaterThan(30_000);
  expect(cache.bytes).toBeLessThanOrEqual(35_000);
  await app.request('/product/1');
  expect(rendered).toHaveLength(4);
  await app.request('/product/2');
  expect(rendered).toHaveLength(5);
});

test('[T37] of fifty pages at once eight are rendered, and the browser renders the others', async () => {
  const app = createPages();
  const responses = await Promise.all(
    Array.from({ length: 50 }, async (_none, index) => app.request(`/products?search=${index}`)),
  );
  const pages = await Promise.all(responses.map((response) => response.text()));
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  expect(pages.filter((page) => page === SHELL)).toHaveLength(42);
  expect(results.filter((result) => result === 'skipped')).toHaveLength(42);
  expect(await textOf(app, '/products?search=50')).toContain('>/products?search=50<');
});

test('[T37] beyond sixty pages a minute that are not kept, the browsers of a network render new pages themselves', async () => {
  address = '203.0.113.7';
  const app = createPages();
  await app.request('/');
  for (let index = 0; index < 60; index += 1) await app.request(`/products?search=${index}`);
  expect(results).not.toContain('skipped');
  expect(await textOf(app, '/products?search=60')).toBe(SHELL);
  expect(await textOf(app, '/')).toContain('page-data');
  address = '198.51.100.7';
  expect(await textOf(app, '/products?search=60')).toContain('page-data');
  address = '203.0.113.7';
  clock.advance(1000);
  expect(await textOf(app, '/products?search=60')).toContain('page-data');
});

test('a page asked for by many at once is rendered once', async () => {
  const app = createPages();
  const pages = await Promise.all(Array.from({ length: 50 }, () => textOf(app, '/products')));
  expect(new Set(pages).size).toBe(1);
  expect(rendered).toEqual(['/products']);
});

test('a page of products that changed while it was rendered is not kept', async () => {
  let finish = () => undefined as void;
  render = (url) =>
    new Promise((resolve) => {
      finish = () => resolve({ ...PAGE, canonical: url });
    });
  const app = createPages();
  const first = app.request('/products');
  await expect.poll(() => rendered.length).toBe(1);
  const finishFirst = finish;
  content = { ...content, products: [] };
  const second = app.request('/products');
  await expect.poll(() => rendered.length).toBe(2);
  finishFirst();
  await first;
  expect(cache.bytes).toBe(0);
  finish();
  await second;
  expect(cache.bytes).toBeGreaterThan(0);
});

test.each(['/checkout', '/success', '/sync', '/client', '/ukraine', '/contact/a', '/no/such/page'])(
  '[R-RTE-05] [R-RTE-23] the page %s is left to the browser as the shell, and kept out of search results',
  async (path) => {
    render = () => Promise.resolve(undefined);
    const response = await createPages().request(path);
    expect(response.status).toBe(path === '/no/such/page' ? 404 : 200);
    expect(await response.text()).toBe(
      SHELL.replace(
        '<!--page-head-->',
        '<meta name="robots" content="noindex"><meta name="archive.org_bot" content="all">',
      ),
    );
  },
);

test('a page for search engines that could not be rendered now may still be listed', async () => {
  render = () => Promise.resolve(undefined);
  expect(await textOf(createPages(), '/products/drones')).toBe(SHELL);
});

test.each([
  ['/Products', '/products'],
  ['/PRODUCTS/Drones/?page=2&utm=a', '/products/drones/?page=2&utm=a'],
  ['/Legals/Privacy-Policy', '/legals/privacy-policy'],
  ['/Product/recon-vtol', '/product/recon-vtol'],
  ['/product/Recon-VTOL', '/product/recon-vtol'],
  ['/PRODUCT/RECON-VTOL/', '/product/recon-vtol'],
  ['/Contact/aBc', '/contact/aBc'],
  ['/History/ukraines/aBc', '/history/ukraines/aBc'],
])('[R-RTE-23] the address %s leads to %s for good', async (path, target) => {
  const response = await createPages().request(path);
  expect([response.status, response.headers.get('location')]).toEqual([308, target]);
  expect(rendered).toEqual([]);
});

test.each([
  '/product/Big',
  '/product/big',
  '/product/NONE',
  '/product/N%4Fne',
  '/No/Such/Page',
  '/contact/aBc',
])('[R-RTE-10] the address %s keeps its case: an id is never changed', async (path) => {
  expect((await createPages().request(path)).headers.get('location')).toBeNull();
});

test('[R-ERR-06] the not-found page has status 404', async () => {
  render = () => Promise.resolve({ ...PAGE, status: 404 });
  expect((await createPages().request('/product/none')).status).toBe(404);
});

test('a page that fails to render is reported and left to the browser', async () => {
  const failure = new Error('no');
  render = () => Promise.reject(failure);
  const response = await createPages().request('/');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(SHELL);
  expect(failures).toEqual([failure]);
});

test('/index.html is the empty shell, for the service worker to cache', async () => {
  expect(await textOf(createPages(), '/index.html')).toBe(SHELL);
});

test('[T42] an unchanged page gets 304', async () => {
  const app = createPages();
  const first = await app.request('/products');
  const etag = first.headers.get('etag') ?? '';
  const again = await app.request('/products', { headers: { 'if-none-match': etag } });
  expect(etag).not.toBe('');
  expect(again.status).toBe(304);
  expect(again.headers.get('cache-control')).toBe('no-cache');
});
