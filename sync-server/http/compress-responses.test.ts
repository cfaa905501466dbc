import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { compressResponses } from './compress-responses.ts';

const LONG = 'Surveyor '.repeat(500);

function createSample(): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use('*', compressResponses)
    .get('/long', (c) => c.text(LONG, 200, { ETag: '"1"', 'X-Kept': 'yes' }))
    .get('/short', (c) => c.text('Surveyor'))
    .get('/picture', (c) => c.body(LONG, 200, { 'Content-Type': 'image/avif' }))
    .get('/as-it-is', (c) => c.text(LONG, 200, { 'Cache-Control': 'no-cache, no-transform' }));
}

const get = (path: string, accepted?: string, method = 'GET') =>
  createSample().request(path, {
    method,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  });

test.each(['gzip', 'deflate, GZIP;q=0.5', 'br, *', 'gzip;q=1, *;q=0'])(
  'a text is sent with gzip and Content-Encoding when the caller accepts %j',
  async (accepted) => {
    const response = await get('/long', accepted);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      etag: 'W/"1"',
      'x-kept': 'yes',
    });
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(LONG);
  },
);

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, *', '*;q=0'])(
  'a text is sent uncompressed when the caller accepts %j',
  async (accepted) => {
    const response = await get('/long', accepted);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(LONG);
  },
);

test.each(['/short', '/picture', '/as-it-is'])('%s is never compressed', async (path) => {
  const response = await get(path, 'gzip');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toMatch(/^Surveyor/);
});

test('a HEAD request gets no body', async () => {
  const response = await get('/long', 'gzip', 'HEAD');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toBe('');
});
