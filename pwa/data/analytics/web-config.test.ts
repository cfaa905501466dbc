import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWebConfigReader, type WebConfigOptions } from './web-config.ts';

const CONFIG = { appId: 'nankeen-store', measurementId: 'nankeen-page-views' };

let answers: (() => Promise<Response>)[];
/** Seconds since the beginning at which the server was asked. */
let asked: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [answers, asked] = [[], []];
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
    asked.push(Date.now() / 1000);
    expect(url).toBe('/api/v1/analytics/apps/nankeen-store/webConfig');
    expect((init.headers as Record<string, string>)['X-API-Key']).toBe('key');
    return (answers.shift() ?? status(503))();
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

test('[R-CAL-18] the web config is read by the app’s id and key', async () => {
  answers = [ok];
  expect(await createReader()()).toEqual(CONFIG);
});

test.each([429, 500, 503, 504])(
  '[R-CST-16] an answer of %i is followed by another attempt, each time twice as late',
  async (code) => {
    answers = [status(code), status(code), status(code), ok];
    expect(await settle(createReader()(), 10)).toEqual(CONFIG);
    expect(asked).toEqual([0, 1, 3, 7]);
  },
);

test.each([
  ['an answer of 400', status(400)],
  ['an answer of 403', status(403)],
  ['an answer of 502', status(502)],
  ['an answer of another server', async () => new Response('<html>')],
  ['no network', noNetwork],
])('[R-ERR-12] %s ends it: config-fetch-failed', async (_what, answer) => {
  answers = [answer];
  expect(await settle(createReader()(), 1)).toBe('config-fetch-failed');
  expect(asked).toHaveLength(1);
});

test('[R-CST-16] [R-ERR-12] after 60 seconds of such answers it is given up: fetch-throttle', async () => {
  const read = createReader();
  expect(await settle(read(), 60)).toBe('fetch-throttle');
  expect(asked).toEqual([0, 1, 3, 7, 15, 31]);
  // Whoever asks again waits for what is left, and then begins anew.
  answers = [ok];
  expect(await settle(read(), 10)).toEqual(CONFIG);
  expect(asked.at(-1)).toBe(63);
});

test('[R-CST-16] an answer that doesn’t come is given up after 60 seconds', async () => {
  const fetch: WebConfigOptions['fetch'] = (_url, init) =>
    new Promise((_resolve, reject) => {
      (init.signal as AbortSignal).addEventListener('abort', () => reject(new TypeError('aborted')));
    });
  expect(await settle(createReader({ fetch })(), 60)).toBe('config-fetch-failed');
});

test.each([
  [{ appId: '' }, 'no-app-id'],
  [{ apiKey: '' }, 'no-api-key'],
])('[R-ERR-12] an app built without %j is told apart: %s', async (missing, code) => {
  expect(await settle(createReader(missing)(), 0)).toBe(code);
  expect(asked).toEqual([]);
});
