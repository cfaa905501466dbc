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
  'a text goes out with gzip where the caller takes %j, and says so',
  async (accepted) => {
    const answer = await get('/long', accepted);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      etag: 'W/"1"',
      'x-kept': 'yes',
    });
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(LONG);
  },
);

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, *', '*;q=0'])(
  'a text goes out as it is where the caller takes %j',
  async (accepted) => {
    const answer = await get('/long', accepted);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(await answer.text()).toBe(LONG);
  },
);

test.each(['/short', '/picture', '/as-it-is'])(
  '%s goes out as it is whatever the caller takes',
  async (path) => {
    const answer = await get(path, 'gzip');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toMatch(/^Surveyor/);
  },
);

test('a question for the head alone is answered without a body', async () => {
  const answer = await get('/long', 'gzip', 'HEAD');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.text()).toBe('');
});
