import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PAGES } from '#shared/api/pages.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createCoreServer } from '../support/core-server.ts';

const FILES = {
  'index.html': '<!doctype html><title>Nankeen</title>',
  'assets/index-Cx12ab.js': 'export {};',
  'assets/index-Cx12ab.css': 'body{}',
  'pictures/recon/1.webp': 'picture',
  'service-worker.js': 'self.skipWaiting();',
  'manifest.webmanifest': '{}',
};

let folder: string;
let app: Hono<AppEnv>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-app-'));
  writeFileSync(join(folder, 'secret.txt'), 'outside of the build');
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(folder, 'app', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  app = createServer();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createServer(publicUrl = 'http://localhost:8787'): Hono<AppEnv> {
  return createCoreServer(undefined, undefined, { publicUrl, buildFolder: folder }).app;
}

const cacheOf = (response: Response) => response.headers.get('cache-control');

test.each(['/assets/index-Cx12ab.js', '/assets/index-Cx12ab.css'])(
  '[T42] the hashed file %s is cached forever',
  async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(cacheOf(response)).toBe('public, max-age=31536000, immutable');
  },
);

test('[R-SHP-01] [T42] a file that the build compressed is sent so, unless the caller does not take it', async () => {
  const path = '/assets/index-Cx12ab.js';
  const text = FILES['assets/index-Cx12ab.js'];
  writeFileSync(join(folder, 'app', `${path}.br`), brotliCompressSync(text));
  const small = await app.request(path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(small.status).toBe(200);
  expect(small.headers.get('content-encoding')).toBe('br');
  expect(small.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(small.headers.get('vary')).toContain('Accept-Encoding');
  expect(cacheOf(small)).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(await small.arrayBuffer()).toString()).toBe(text);

  const plain = await app.request(path, { headers: { 'accept-encoding': 'gzip' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('vary')).toContain('Accept-Encoding');
  expect(await plain.text()).toBe(text);
});

test('[T42] a picture is cached for a day', async () => {
  expect(cacheOf(await app.request('/pictures/recon/1.webp'))).toBe('public, max-age=86400');
});

test.each(['/', '/index.html', '/service-worker.js', '/manifest.webmanifest', '/checkout', '/no/such/page'])(
  '[T19] %s is revalidated every time',
  async (path) => {
    expect(cacheOf(await app.request(path))).toBe('no-cache');
  },
);

test('[R-ERR-06] a hard load of every page returns the page', async () => {
  for (const page of PAGES) {
    const response = await app.request(page.replace(/:\w+/, 'anything-1'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await response.text()).toBe(FILES['index.html']);
  }
});

test.each(['/no/such/page', '/products/nope', '/product/one/two', '/contact/one/two'])(
  '[R-ERR-06] the unknown page %s gets 404 with the page',
  async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(FILES['index.html']);
  },
);

test.each([
  '/assets/index-gone.js',
  '/assets/gone',
  '/pictures/none.webp',
  '/old-worker.js',
  '/favicon.ico',
  '/.env',
])('[T19] the missing file %s is a coded 404 and never the page', async (path) => {
  const response = await app.request(path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ error: { code: 'not-found' } });
  expect(cacheOf(response)).toBe('no-store');
});

test.each(['/api/v1/nothing', '/api/v2/health', '/api/v1'])(
  '[R-ERR-09] the unknown call %s is a coded 404',
  async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not-found' } });
  },
);

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/..%5csecret.txt',
  '/assets\\..\\..\\secret.txt',
  '//secret.txt',
  '/index.html%00.js',
  '/%252e%252e/secret.txt',
])('[T20] the path %s never leaves the build folder', async (path) => {
  const response = await app.request(path);
  expect([400, 404]).toContain(response.status);
  expect(await response.text()).not.toContain('outside');
});

test('[T17] [T18] every response carries the security headers: page, file, API and every kind of error', async () => {
  const paths = [
    '/',
    '/assets/index-Cx12ab.js',
    '/no/such/page',
    '/assets/gone.js',
    '/api/v1/x',
    '//x',
    '/%00',
  ];
  const responses = await Promise.all([
    ...paths.map((path) => app.request(path)),
    app.request('/api/v1/x', { headers: { authorization: 'Bearer wrong' } }),
    app.request('/', { method: 'HEAD' }),
    app.request('/checkout', { method: 'POST' }),
  ]);
  for (const { headers } of responses) {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('[T17] behind HTTPS the response sets HSTS', async () => {
  const { headers } = await createServer('https://shop.example').request('/');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

test('[T42] API responses are never cacheable', async () => {
  for (const path of ['/api/v1/nothing', '/api/v1/testing/data/products']) {
    expect(cacheOf(await app.request(path))).toBe('no-store');
  }
  const refused = await app.request('/api/v1/x', { headers: { authorization: 'Bearer wrong' } });
  expect(cacheOf(refused)).toBe('no-store');
});

test('[R-ERR-06] without a build pages get a coded error, and the API still works', async () => {
  rmSync(join(folder, 'app'), { recursive: true });
  const warning = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  app = createServer();
  const response = await app.request('/');
  expect(warning).toHaveBeenCalledWith(expect.stringContaining('is not found'));
  warning.mockRestore();
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ error: { code: 'internal' } });
  expect((await app.request('/api/v1/nothing')).status).toBe(404);
});
