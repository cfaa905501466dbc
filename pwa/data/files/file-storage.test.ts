import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PICTURE_BUCKET, STORAGE_CODES } from '#shared/api/file-storage.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { createFileStorage, type FileStorage } from './file-storage.ts';
import type { Schedule } from './retry.ts';

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

const MINUTES = 60_000;
const PATH = 'recon-vtol/1 ä#?.webp';

let server: Server;
/** Handlers for the next requests; the last one is reused. */
let responses: Respond[];
/** The received requests; `line` is method and URL. */
let requests: {
  readonly line: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}[];
let storage: FileStorage;
let origin: string;
let clock: ReturnType<typeof createFakeClock>;

/** A clock that moves only through `advance`. */
function createFakeClock() {
  let now = 0;
  let timers: { readonly at: number; readonly act: () => void }[] = [];
  const schedule: Schedule = (act, delayMs) => {
    const timer = { at: now + delayMs, act };
    timers.push(timer);
    return () => void (timers = timers.filter((other) => other !== timer));
  };
  return {
    schedule,
    /** When each timer is due, in seconds from now. */
    due: () => timers.map(({ at }) => (at - now) / 1000).toSorted((a, b) => a - b),
    advance(seconds: number) {
      now += seconds * 1000;
      const ready = timers.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
      timers = timers.filter(({ at }) => at > now);
      for (const { act } of ready) act();
    },
  };
}

beforeEach(async () => {
  [responses, requests] = [[], []];
  clock = createFakeClock();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ line: `${request.method} ${request.url}`, body, headers: request.headers });
      const [respond] = responses.length > 1 ? [responses.shift()] : responses;
      respond?.(response, request);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  storage = createFileStorage({
    prefix: `${origin}/api/v1`,
    bucket: PICTURE_BUCKET,
    fetch,
    headers: async (method) => ({ authorization: `Bearer ${method}` }),
    random: () => 0.5,
    schedule: clock.schedule,
  });
});
afterEach(async () => {
  expect(clock.due()).toEqual([]);
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

const status =
  (code: number, body = ''): Respond =>
  (response) =>
    void response.writeHead(code).end(body);
const cut: Respond = (response) => void response.destroy();
const half: Respond = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('half');
  setImmediate(() => response.destroy());
};
const hang: Respond = () => undefined;
const stored: Respond = (response, { url = '' }) =>
  status(200, JSON.stringify({ path: decodeURIComponent(url.split('/').at(-1) ?? ''), size: 5 }))(
    response,
    undefined as never,
  );
const blob = new Blob(['12345'], { type: 'image/webp' });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error as { code?: string }).code,
  );
/** Waits until only the timers of the next attempt and of the time limit are left. */
const whenWaiting = () => eventually(() => expect(clock.due()).toHaveLength(2));

describe('files', () => {
  test('[R-CAL-19] uploads, downloads and removals use the file’s URL and the caller’s token', async () => {
    responses = [stored];
    expect(await storage.upload(PATH, blob)).toMatchObject({ path: PATH, size: 5 });
    responses = [status(200, 'bytes')];
    expect(new TextDecoder().decode(await storage.download(PATH))).toBe('bytes');
    responses = [status(204)];
    await storage.remove(PATH);
    const address = '/api/v1/storage/product-pictures/recon-vtol%2F1%20%C3%A4%23%3F.webp';
    expect(requests.map(({ line, body }) => [line, body])).toEqual([
      [`PUT ${address}`, '12345'],
      [`GET ${address}`, ''],
      [`DELETE ${address}`, ''],
    ]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer PUT',
      'Bearer GET',
      'Bearer DELETE',
    ]);
    expect(requests[0]?.headers['content-type']).toBe('image/webp');
  });

  test('[R-ERR-10] a path is read only from a valid file URL: invalid-url', () => {
    expect(storage.toPath(storage.toUrl(PATH))).toBe(PATH);
    const root = storage.toUrl('a').slice(0, -1);
    for (const url of [
      '',
      root,
      `${root}a/b`,
      `${root}%`,
      `${root}..`,
      `${root}a%2F..`,
      'https://else.example/a',
    ])
      expect(() => storage.toPath(url)).toThrow(expect.objectContaining({ code: 'invalid-url' }));
  });

  test.each(['', '/a', 'a/', 'a//b', '.', 'a/../b', 'a\u0000', 'a\ud800', 'ä'.repeat(513)])(
    '[R-ERR-10] the path %j is refused without a request: invalid-argument',
    async (path) => {
      expect(await codeOf(storage.download(path))).toBe('invalid-argument');
      expect(await codeOf(storage.upload(path, blob))).toBe('invalid-argument');
      expect(requests).toEqual([]);
    },
  );
});

describe('retries', () => {
  test.each([500, 503, 599, 408, 429])('[R-CST-14] a %i response is retried', async (code) => {
    responses = [status(code), status(200, 'bytes')];
    const download = storage.download('a');
    await whenWaiting();
    clock.advance(2.5);
    expect((await download).byteLength).toBe(5);
    expect(requests).toHaveLength(2);
  });

  test.each([
    ['a dropped connection', cut],
    ['a truncated response', half],
  ])('[R-CAL-19] %s is retried', async (_what, broken) => {
    responses = [broken, status(200, 'bytes')];
    const download = storage.download('a');
    await whenWaiting();
    clock.advance(2.5);
    expect((await download).byteLength).toBe(5);
  });

  test('[R-CST-14] each wait is twice as long, up to 64 seconds plus jitter', async () => {
    responses = [status(503)];
    const upload = codeOf(storage.upload('a', blob));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt++) {
      await whenWaiting();
      expect(requests).toHaveLength(attempt);
      const [wait = 0] = clock.due();
      waits.push(wait);
      clock.advance(wait);
    }
    expect(waits).toEqual([2.5, 4.5, 8.5, 16.5, 32.5, 64.5, 64.5, 64.5, 64.5]);
    await whenWaiting();
    clock.advance(600);
    expect(await upload).toBe('retry-limit-exceeded');
  });

  test.each([
    ['a download', '2 minutes', 2 * MINUTES, () => storage.download('a')],
    ['a removal', '2 minutes', 2 * MINUTES, () => storage.remove('a')],
    ['an upload', '10 minutes', 10 * MINUTES, () => storage.upload('a', blob)],
  ])('[R-CST-14] [R-ERR-10] %s ends after %s: retry-limit-exceeded', async (_what, _time, limitMs, start) => {
    responses = [hang];
    const code = codeOf(start());
    await eventually(() => expect(requests).toHaveLength(1));
    expect(clock.due()).toEqual([limitMs / 1000]);
    clock.advance(limitMs / 1000 - 1);
    expect(clock.due()).toEqual([1]);
    clock.advance(1);
    expect(await code).toBe('retry-limit-exceeded');
    expect(requests).toHaveLength(1);
  });
});

describe('failures', () => {
  const because = (reason: string) =>
    JSON.stringify({ error: { code: 'not-found', message: 'No.', reason } });

  test.each([
    [400, '', 'invalid-argument'],
    [401, '', 'unauthenticated'],
    [402, '', 'quota-exceeded'],
    [403, '<html>', 'unauthorized'],
    [404, '{}', 'object-not-found'],
    [404, because('bucket-not-found'), 'bucket-not-found'],
    [404, because('project-not-found'), 'project-not-found'],
    [404, because('RESET'), 'object-not-found'],
    [404, because('toString'), 'object-not-found'],
    [413, '', 'quota-exceeded'],
    [418, 'null', 'unknown'],
    [304, '', 'unknown'],
  ])('[R-ERR-10] status %i with the body %j fails without a retry: %s', async (code, body, expected) => {
    responses = [status(code, code === 304 ? '' : body)];
    expect(await codeOf(storage.download('a'))).toBe(expected);
    expect(requests).toHaveLength(1);
  });

  test.each(['<html>', 'null', '{}', '{"path":"a"}'])(
    '[R-ERR-10] an upload whose response is %j has an unknown outcome: unknown',
    async (body) => {
      responses = [status(200, body)];
      expect(await codeOf(storage.upload('a', blob))).toBe('unknown');
    },
  );

  test('[R-ERR-10] an upload stored with a different size fails: invalid-checksum', async () => {
    responses = [stored];
    expect(await codeOf(storage.upload('a', new Blob(['123456'])))).toBe('invalid-checksum');
  });

  test('[R-ERR-10] a call can be cancelled before it starts, during a request or between two attempts: canceled', async () => {
    expect(await codeOf(storage.download('a', AbortSignal.abort()))).toBe('canceled');
    expect(requests).toEqual([]);
    for (const respond of [hang, status(503)]) {
      responses = [respond];
      requests = [];
      const person = new AbortController();
      const code = codeOf(storage.upload('a', blob, person.signal));
      await eventually(() => expect(clock.due()).toHaveLength(respond === hang ? 1 : 2));
      await eventually(() => expect(requests).toHaveLength(1));
      person.abort();
      expect(await code).toBe('canceled');
    }
  });

  test('[R-ERR-10] each failure has a documented code and a message', async () => {
    expect(Object.keys(STORAGE_CODES)).toEqual(
      expect.arrayContaining([
        'unknown',
        'object-not-found',
        'bucket-not-found',
        'project-not-found',
        'quota-exceeded',
        'unauthenticated',
        'unauthorized',
        'retry-limit-exceeded',
        'canceled',
        'invalid-url',
        'invalid-argument',
      ]),
    );
    responses = [status(404)];
    await expect(storage.download('a')).rejects.toMatchObject({
      name: 'StorageError',
      message: STORAGE_CODES['object-not-found'],
    });
  });
});
