import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageContent, RenderedPage } from '#shared/api/render.ts';
import { appPages } from '#server/http/app-pages.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createPageRenderer } from '#server/http/render-pages.ts';

const SHELL =
  '<html><head><!--page-head--></head><body><div id="root"><!--page-html--></div><!--page-data--></body></html>';
const CONFIG = {
  currency: 'AUD',
  contactEmail: '',
  dataEndpoint: 'testing/data',
  production: false,
  testPayments: true,
};

let folder: string;
let content: PageContent;
let rendered: string[];
let failures: unknown[];
let render: (url: string) => Promise<RenderedPage | undefined>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-pages-'));
  writeFileSync(join(folder, 'index.html'), SHELL);
  content = { products: [], config: CONFIG, origin: 'https://shop.example' };
  rendered = [];
  failures = [];
  render = (url) => Promise.resolve({ status: 200, head: '<title>$&</title>', html: url, data: '{"a":1}' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createPages(): Hono<AppEnv> {
  const renderer = createPageRenderer({
    renderPage: (url) => {
      rendered.push(url);
      return render(url);
    },
    content: () => Promise.resolve(content),
    onFailure: (error) => failures.push(error),
  });
  return new Hono<AppEnv>().route('/', appPages(folder, renderer));
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

test('made-up queries are rendered, but only some are cached', async () => {
  const app = createPages();
  for (let index = 0; index < 600; index += 1) await app.request(`/products?search=${index}`);
  await app.request('/products?search=1');
  expect(rendered).toHaveLength(600);
  await app.request('/products?search=599');
  expect(rendered).toHaveLength(601);
});

test('[R-RTE-05] a visitor’s own page is the empty shell', async () => {
  render = () => Promise.resolve(undefined);
  const response = await createPages().request('/checkout');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(SHELL);
});

test('[R-ERR-06] the not-found page has status 404', async () => {
  render = () => Promise.resolve({ status: 404, head: '', html: 'nothing', data: '{}' });
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
