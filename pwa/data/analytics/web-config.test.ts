import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWebConfigReader, type WebConfigOptions } from './web-config.ts';

const CONFIG = { appId: 'nankeen-store', measurementId: 'nankeen-page-views' };

let responses: (() => Promise<Response>)[];
/** Seconds from the start of the test to each request. */
let requestedAt: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [responses, requestedAt] = [[], []];
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const ok = async () => Response.json(CONFIG);
const status = (code: number) => async () => new Response('', { status: code });
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

function createReader(options: Partial<WebConfigOptions> = {}) {
  const fetch: WebConfigOptions['fetch'] = async (url, init) => {
    requestedAt.push(Date.now() / 1000);
    expect(url).toBe('/api/v1/analytics/apps/nankeen-store/webConfig');
    expect((init.headers as Record<string, string>)['X-API-Key']).toBe('key');
    return (responses.shift() ?? status(503))();
  };
  return createWebConfigReader({
    appId: 'nankeen-store',
    apiKey: 'key',
    prefix: '/api/v1',
    fetch,
    random: () => 0.5,
    ...options,
  });
}

async function settle(reading: Promise<unknown>, seconds: number): Promise<unknown> {
  const settled = reading.catch((error: unknown) => (error as { code: string }).code);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return settled;
}

test('[R-CAL-18] the web config is requested with the app’s id and key', async () => {
  responses = [ok];
  expect(await createReader()()).toEqual(CONFIG);
});

test.each([429, 500, 503, 504])(
  '[R-CST-16] a %i response is retried, each time after twice the wait',
  async (code) => {
    responses = [status(code), status(code), status(code), ok];
    expect(await settle(createReader()(), 10)).toEqual(CONFIG);
    expect(requestedAt).toEqual([0, 1, 3, 7]);
  },
);

test.each([
  ['a 400 response', status(400)],
  ['a 403 response', status(403)],
  ['a 502 response', status(502)],
  ['a response without a config', async () => new Response('<html>')],
  ['a network failure', noNetwork],
])('[R-ERR-12] %s fails without a retry: config-fetch-failed', async (_what, respond) => {
  responses = [respond];
  expect(await settle(createReader()(), 1)).toBe('config-fetch-failed');
  expect(requestedAt).toHaveLength(1);
});

test('[R-CST-16] [R-ERR-12] retries stop after 60 seconds: fetch-throttle', async () => {
  const read = createReader();
  expect(await settle(read(), 60)).toBe('fetch-throttle');
  expect(requestedAt).toEqual([0, 1, 3, 7, 15, 31]);
  // The next call first waits out the remaining backoff.
  responses = [ok];
  expect(await settle(read(), 10)).toEqual(CONFIG);
  expect(requestedAt.at(-1)).toBe(63);
});

test('[R-CST-16] a request without a response is aborted after 60 seconds', async () => {
  const fetch: WebConfigOptions['fetch'] = (_url, init) =>
    new Promise((_resolve, reject) => {
      (init.signal as AbortSignal).addEventListener('abort', () => reject(new TypeError('aborted')));
    });
  expect(await settle(createReader({ fetch })(), 60)).toBe('config-fetch-failed');
});

test.each([
  [{ appId: '' }, 'no-app-id'],
  [{ apiKey: '' }, 'no-api-key'],
])('[R-ERR-12] an app built with %j fails with %s', async (missing, code) => {
  expect(await settle(createReader(missing)(), 0)).toBe(code);
  expect(requestedAt).toEqual([]);
});
