import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataPath, PUSH } from '../support/core-calls.ts';
import { ADMIN_TOKEN, createCoreServer, type CoreServer } from '../support/core-server.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { createSuiteStore } from '../support/suite-store.ts';

const FILES = {
  'index.html': '<!doctype html><title>Nankeen</title>',
  'assets/index-Cx12ab.js': `export const filler = '${'x'.repeat(2000)}';`,
  'pictures/recon/1.webp': 'picture',
  'service-worker.js': 'self.skipWaiting();',
  'manifest.webmanifest': '{}',
};

let folder: string;
let server: CoreServer;
let http: HttpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-headers-'));
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(folder, 'app', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const store = createSuiteStore();
  server = createCoreServer(
    { ...store, collections: () => Promise.reject(new Error('planted')) },
    undefined,
    {
      buildFolder: folder,
      publicUrl: 'https://shop.example',
      pictureOrigins: ['https://shop.example', 'https://images.example'],
    },
  );
  http = await listenOnLoopback(server);
});
afterAll(async () => {
  await http.stop();
  rmSync(folder, { recursive: true, force: true });
});

const API = '/api/v1';
const ada = () => ({ authorization: `Bearer ${server.tokenOf('ada')}` });
const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };
const json = { 'content-type': 'application/json' };

type Kind = [kind: string, status: number, path: string, init?: () => RequestInit];

const KINDS: Kind[] = [
  ['a page', 200, '/'],
  ['the shell', 200, '/checkout'],
  ['a missing page', 404, '/no/such/page'],
  ['a HEAD of a page', 200, '/', () => ({ method: 'HEAD' })],
  ['a POST to a page', 404, '/checkout', () => ({ method: 'POST' })],
  ['an OPTIONS call', 404, '/', () => ({ method: 'OPTIONS' })],
  ['a script', 200, '/assets/index-Cx12ab.js'],
  ['a compressed script', 200, '/assets/index-Cx12ab.js', () => ({ headers: { 'accept-encoding': 'gzip' } })],
  ['a part of a file', 206, '/assets/index-Cx12ab.js', () => ({ headers: { range: 'bytes=0-9' } })],
  ['a missing script', 404, '/assets/gone.js'],
  ['a source map', 404, '/assets/index-Cx12ab.js.map'],
  ['a picture', 200, '/pictures/recon/1.webp'],
  ['the service worker', 200, '/service-worker.js'],
  ['the manifest', 200, '/manifest.webmanifest'],
  ['robots.txt', 200, '/robots.txt'],
  ['the sitemap', 200, '/sitemap.xml'],
  ['a path that is refused', 400, '/%00'],
  ['an API response', 200, `${API}/health`],
  ['the public settings', 200, `${API}/config`],
  ['a missing call', 404, `${API}/none`],
  ['a call without a token', 401, `${API}/admin/collections`],
  [
    'a wrong token',
    401,
    `${API}${dataPath('contacts/pull')}`,
    () => ({ headers: { authorization: 'Bearer wrong' } }),
  ],
  [
    'a write without the right',
    403,
    `${API}${dataPath('products/recon')}`,
    () => ({ method: 'PUT', headers: { ...ada(), ...json }, body: '{}' }),
  ],
  ['a pull', 200, `${API}${dataPath('contacts/pull')}`, () => ({ headers: ada() })],
  [
    'malformed JSON',
    400,
    `${API}${PUSH}`,
    () => ({ method: 'POST', headers: { ...ada(), ...json }, body: '{' }),
  ],
  [
    'a body that is too large',
    413,
    `${API}${PUSH}`,
    () => ({ method: 'POST', headers: { ...ada(), ...json }, body: 'x'.repeat(1_048_577) }),
  ],
  [
    'a compressed body',
    415,
    `${API}${PUSH}`,
    () => ({
      method: 'POST',
      headers: { ...ada(), ...json, 'content-encoding': 'gzip' },
      body: gzipSync('{}'),
    }),
  ],
  ['an app that is too old', 426, `${API}/health`, () => ({ headers: { 'x-client-protocol': '0' } })],
  ['an unexpected failure', 500, `${API}/admin/collections`, () => ({ headers: admin })],
  ['an export', 200, `${API}/admin/export/contacts`, () => ({ headers: admin })],
  ['a webhook', 400, `${API}/webhooks/stripe`, () => ({ method: 'POST', body: '{}' })],
  [
    'an upload',
    201,
    `${API}/admin/uploads`,
    () => ({ method: 'POST', headers: { ...admin, 'tus-resumable': '1.0.0', 'upload-length': '3' } }),
  ],
  ['the stream', 200, `${API}${dataPath('stream')}`, () => ({ headers: ada() })],
  ['the stream’s HEAD', 200, `${API}${dataPath('stream')}`, () => ({ method: 'HEAD', headers: ada() })],
  ['the metrics', 401, '/metrics'],
  ['a test payment', 404, '/test-payment/cs_none'],
  ['a test payment’s style', 200, '/test-payment/style.css'],
];

test.each(KINDS)('[T17] %s (%i) carries every security header', async (_kind, status, path, init) => {
  const response = await fetch(http.origin + path, { redirect: 'manual', ...init?.() });
  const { headers } = response;
  expect(response.status).toBe(status);
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'self'",
    "img-src 'self' blob: https://shop.example https://images.example",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self' https://checkout.stripe.com",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types service-worker',
  ]);
  const features = headers.get('permissions-policy')?.split(', ') ?? [];
  expect(features).toEqual(expect.arrayContaining(DENIED.map((feature) => `${feature}=()`)));
  expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual([
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ]);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-powered-by')).toBeNull();
  await response.body?.cancel();
});

const DENIED = ['camera', 'clipboard-read', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

test('[T17] [T42] an unchanged page (304) carries them too', async () => {
  const { headers } = await fetch(`${http.origin}/`);
  const etag = headers.get('etag') ?? '';
  const again = await fetch(`${http.origin}/`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  for (const name of ['content-security-policy', 'permissions-policy'])
    expect(again.headers.get(name)).toBe(headers.get(name));
});

test.each([
  ['headers that are too long', 431, `X-Long: ${'x'.repeat(17_000)}\r\n`],
  ['a header that is none', 400, 'no header\r\n'],
])(
  '[T17] a request with %s is answered by Node itself (%i), without content',
  async (_what, status, header) => {
    const { hostname, port } = new URL(http.origin);
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => void (text += chunk.toString()));
      socket.once('close', () => resolve(text));
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
    });
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\w ]+\r\nConnection: close\r\n\r\n$`));
  },
);
