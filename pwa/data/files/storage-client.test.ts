import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STORAGE_CODES } from '#shared/api/file-storage.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { createFakeApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import {
  startFakeStorage,
  toSent,
  type FakeStorage,
  type Respond,
} from '../../../tests/support/fake-storage.ts';
import type { Schedule } from './retry.ts';
import { createStorageClient, type SentFile, type StorageClient } from './storage-client.ts';

// As in the built app; Node's build of it takes no blobs.
vi.mock('tus-js-client', () => import('tus-js-client/lib/browser/index.js' as 'tus-js-client'));

const MINUTES = 60_000;
const ROOT = '/api/v1/storage/product-pictures';

let storage: FakeStorage;
let client: StorageClient;
let clock: ReturnType<typeof createFakeClock>;
let wakes: Set<() => void>;
let dropToken: ReturnType<typeof vi.fn<(refused: string) => void>>;

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
  storage = await startFakeStorage();
  clock = createFakeClock();
  wakes = new Set();
  dropToken = vi.fn();
  const reach: typeof fetch = (url, init) => fetch(`${storage.origin}${String(url)}`, init);
  const fake = createFakeApp({ dropToken, cookies: 'XSRF-TOKEN=c1' });
  const app = Object.assign(Object.create(fake) as FakeApp, { fetch: reach, timedFetch: reach });
  client = createStorageClient(app, {
    random: () => 0.5,
    schedule: clock.schedule,
    onWake(wake) {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
  });
});
afterEach(async () => {
  expect(clock.due()).toEqual([]);
  await storage.stop();
});

const FILE = { ...toSent('12345'), bucket: 'product-pictures', type: 'image/webp' } as const;
const status =
  (code: number, body = '', headers: Record<string, string> = {}): Respond =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, headers).end(body);
const cut: Respond = (_request, response) => void response.destroy();
const half: Respond = (_request, response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('half');
  setImmediate(() => response.destroy());
};
const hang: Respond = () => undefined;

const watch = (signal = new AbortController().signal) => {
  const urls: string[] = [];
  const progress: number[] = [];
  return {
    urls,
    progress,
    signal,
    onUrl: async (url: string) => void urls.push(url),
    onProgress: (bytes: number) => void progress.push(bytes),
  };
};
const upload = (file: SentFile = FILE, signal?: AbortSignal) => client.upload(file, watch(signal));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error as { code?: string }).code,
  );
/** Waits until only the timers of the next attempt and of the time limit are left. */
const whenWaiting = () => eventually(() => expect(clock.due()).toHaveLength(2));

describe('files', () => {
  test('[R-CAL-19] [FI5] a file is sent to its bucket in pieces, with the caller’s token', async () => {
    const seen = watch();
    const bytes = new Uint8Array(600 * 1024).fill(7).buffer;
    const { id } = toSent(new TextDecoder().decode(bytes));
    await client.upload({ id, bytes, type: 'application/pdf', bucket: 'product-documents' }, seen);
    expect(storage.files.get(id)?.length).toBe(600 * 1024);
    const folder = '/api/v1/storage/product-documents/uploads';
    expect(storage.requests).toEqual([
      `POST ${folder}`,
      ...Array.from({ length: 3 }, () => `PATCH ${folder}/u1`),
    ]);
    expect(seen.urls).toEqual([`${folder}/u1`]);
    expect(seen.progress).toEqual([256 * 1024, 512 * 1024, 600 * 1024]);
    for (const headers of storage.headers)
      expect(headers).toMatchObject({ authorization: 'Bearer token', 'x-xsrf-token': 'c1' });
  });

  test('[FI5] an upload continues where it left off, and starts over if the server has forgotten it', async () => {
    storage.next.push(undefined, cut);
    const first = watch();
    const cutOff = client.upload(FILE, first);
    await whenWaiting();
    expect(await Promise.race([cutOff.then(() => 'sent'), Promise.resolve('waiting')])).toBe('waiting');
    clock.advance(2.5);
    await cutOff;
    expect(storage.requests.slice(2)).toEqual([`HEAD ${ROOT}/uploads/u1`, `PATCH ${ROOT}/uploads/u1`]);
    storage.requests.length = 0;
    await upload({ ...FILE, ...toSent('6'), uploadUrl: `${ROOT}/uploads/u9` });
    expect(storage.requests).toEqual([
      `HEAD ${ROOT}/uploads/u9`,
      `POST ${ROOT}/uploads`,
      `PATCH ${ROOT}/uploads/u2`,
    ]);
  });

  test('[FI5] [CL5] no bytes are sent before the upload’s address is kept', async () => {
    let keep = () => {};
    const kept = new Promise<void>((resolve) => (keep = resolve));
    const urls: string[] = [];
    const onUrl = (url: string) => {
      urls.push(url);
      return kept;
    };
    const sent = client.upload(FILE, { ...watch(), onUrl });
    await eventually(() => expect(urls).toEqual([`${ROOT}/uploads/u1`]));
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(storage.requests).toEqual([`POST ${ROOT}/uploads`]);
    keep();
    await sent;
    expect(storage.requests).toEqual([`POST ${ROOT}/uploads`, `PATCH ${ROOT}/uploads/u1`]);
  });

  test('[FI5] pieces are halved after a cut, down to 32 KiB, and doubled after success', async () => {
    const sizes: number[] = [];
    const note: Respond = (request, response) => {
      sizes.push(Number(request.headers['content-length']) / 1024);
      cut(request, response);
    };
    const bytes = new Uint8Array(700 * 1024).buffer;
    const { id } = toSent(new TextDecoder().decode(bytes));
    storage.next.push(undefined, note);
    for (let index = 0; index < 4; index++) storage.next.push(undefined, note);
    const sent = client.upload({ ...FILE, id, bytes }, watch());
    for (const waitS of [2.5, 4.5, 8.5, 16.5, 32.5]) {
      await whenWaiting();
      clock.advance(waitS);
    }
    await sent;
    expect(sizes).toEqual([256, 128, 64, 32, 32]);
    const lengths = storage.headers.slice(10).map((headers) => Number(headers['content-length'] ?? 0) / 1024);
    expect(lengths).toEqual([0, 32, 64, 128, 256, 220]);
  });

  test('[FI5] [R-ERR-10] nothing is sent to another address than the storage’s: invalid-url', async () => {
    for (const uploadUrl of [
      '',
      '/api/v1/admin/uploads/u1',
      `${ROOT}/uploads/`,
      `${ROOT}/uploads/../u1`,
      '/api/v1/storage/profile-pictures/uploads/u1',
      'javascript:1',
    ]) {
      expect(await codeOf(upload({ ...FILE, uploadUrl }))).toBe('invalid-url');
      expect(await codeOf(client.removeUpload('product-pictures', uploadUrl))).toBe('invalid-url');
    }
    expect(storage.requests).toEqual([]);
  });

  test('[FI5] an unfinished upload can be removed', async () => {
    storage.next.push(undefined, hang);
    const person = new AbortController();
    const code = codeOf(upload(FILE, person.signal));
    await eventually(() => expect(storage.requests).toHaveLength(2));
    person.abort();
    expect(await code).toBe('canceled');
    await client.removeUpload('product-pictures', `${ROOT}/uploads/u1`);
    expect(await codeOf(client.removeUpload('product-pictures', `${ROOT}/uploads/u1`))).toBe(
      'object-not-found',
    );
  });

  test('[FI1] a file that the server has already is not sent again', async () => {
    await upload();
    storage.requests.length = 0;
    await upload();
    expect(storage.requests).toEqual([`POST ${ROOT}/uploads`]);
  });

  test('[FI6] the server says whether a file is stored', async () => {
    expect(await codeOf(client.fetchFacts(FILE))).toBe('object-not-found');
    await upload();
    expect(await client.fetchFacts(FILE)).toMatchObject({ state: 'stored' });
    expect(storage.requests.at(-1)).toBe(`GET ${ROOT}/${FILE.id}.webp`);
  });
});

describe('retries', () => {
  test.each([500, 503, 599, 408, 429])('[R-CST-14] a %i response is retried', async (code) => {
    storage.next.push(status(code));
    const sent = upload();
    await whenWaiting();
    clock.advance(2.5);
    await sent;
    storage.next.push(status(code));
    const facts = client.fetchFacts(FILE);
    await whenWaiting();
    clock.advance(2.5);
    expect(await facts).toMatchObject({ state: 'stored' });
  });

  test.each([
    ['a dropped connection', cut],
    ['a truncated response', half],
  ])('[R-CAL-19] %s is retried', async (_what, broken) => {
    storage.next.push(broken);
    const sent = upload();
    await whenWaiting();
    clock.advance(2.5);
    await sent;
    expect(storage.files.size).toBe(1);
  });

  test('[R-CST-14] each wait is twice as long, up to 64 seconds plus jitter', async () => {
    const sent = codeOf(upload());
    for (let index = 0; index < 20; index++) storage.next.push(status(503));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt++) {
      await whenWaiting();
      expect(storage.requests).toHaveLength(attempt);
      const [wait = 0] = clock.due();
      waits.push(wait);
      clock.advance(wait);
    }
    expect(waits).toEqual([2.5, 4.5, 8.5, 16.5, 32.5, 64.5, 64.5, 64.5, 64.5]);
    await whenWaiting();
    clock.advance(600);
    expect(await sent).toBe('retry-limit-exceeded');
  });

  test('[FI5] when the server’s limit an hour lasts to the end, its words are the reason', async () => {
    const message = 'This account has sent 60 files within an hour.';
    const busy = status(429, JSON.stringify({ error: { message } }), { 'retry-after': '599' });
    storage.next.push(busy, hang);
    const sent = upload();
    const refused = expect(sent).rejects.toMatchObject({ code: 'retry-limit-exceeded', message });
    await whenWaiting();
    clock.advance(600);
    await refused;
  });

  test('[FI5] a wait ends early when the device is woken, unless the server asked for it', async () => {
    storage.next.push(status(503), status(429, '', { 'retry-after': '30' }));
    const sent = upload();
    await whenWaiting();
    for (const wake of wakes) wake();
    await eventually(() => expect(storage.requests).toHaveLength(2));
    await whenWaiting();
    expect(wakes.size).toBe(0);
    expect(clock.due()[0]).toBe(30.5);
    clock.advance(30.5);
    await sent;
  });

  test.each([
    ['a question', '2 minutes', 2 * MINUTES, () => client.fetchFacts(FILE)],
    [
      'a removal',
      '2 minutes',
      2 * MINUTES,
      () => client.removeUpload('product-pictures', `${ROOT}/uploads/u1`),
    ],
    ['an upload', '10 minutes', 10 * MINUTES, () => upload()],
  ])('[R-CST-14] [R-ERR-10] %s ends after %s: retry-limit-exceeded', async (_what, _time, limitMs, start) => {
    storage.next.push(hang);
    const code = codeOf(start());
    await eventually(() => expect(storage.requests).toHaveLength(1));
    expect(clock.due()).toEqual([limitMs / 1000]);
    clock.advance(limitMs / 1000 - 1);
    expect(clock.due()).toEqual([1]);
    clock.advance(1);
    expect(await code).toBe('retry-limit-exceeded');
    expect(storage.requests).toHaveLength(1);
  });
});

describe('failures', () => {
  const because = (reason: string) =>
    JSON.stringify({ error: { code: 'not-found', message: 'No.', reason } });

  test.each([
    [400, '', 'invalid-argument'],
    [402, '', 'quota-exceeded'],
    [403, '<html>', 'unauthorized'],
    [404, '{}', 'object-not-found'],
    [404, because('bucket-not-found'), 'bucket-not-found'],
    [404, because('project-not-found'), 'project-not-found'],
    [404, because('RESET'), 'object-not-found'],
    [404, because('toString'), 'object-not-found'],
    [412, '', 'invalid-checksum'],
    [413, '', 'quota-exceeded'],
    [415, '', 'invalid-argument'],
    [418, 'null', 'unknown'],
    [422, because('damaged'), 'invalid-argument'],
    [460, '', 'invalid-checksum'],
    [507, '', 'quota-exceeded'],
  ])('[R-ERR-10] status %i with the body %j fails without a retry: %s', async (code, body, expected) => {
    storage.next.push(status(code, body), status(code, body));
    expect(await codeOf(upload())).toBe(expected);
    expect(await codeOf(client.fetchFacts(FILE))).toBe(expected);
    expect(storage.requests).toHaveLength(2);
  });

  test('[R-ERR-10] a refused device token is renewed once: unauthenticated', async () => {
    const refuse = status(401);
    storage.next.push(refuse, undefined, undefined);
    await upload();
    expect(dropToken).toHaveBeenCalledExactlyOnceWith('token');
    storage.next.push(refuse, refuse, refuse, refuse);
    expect(await codeOf(upload())).toBe('unauthenticated');
    expect(await codeOf(client.fetchFacts(FILE))).toBe('unauthenticated');
    expect(storage.next).toEqual([]);
  });

  test.each(['<html>', 'null', '{}', '{"state":"else"}'])(
    '[R-ERR-10] facts that read %j are none: unknown',
    async (body) => {
      storage.next.push(status(200, body));
      expect(await codeOf(client.fetchFacts(FILE))).toBe('unknown');
    },
  );

  test('[R-ERR-10] [FI6] a file that arrives with other bytes fails: invalid-checksum', async () => {
    expect(await codeOf(upload({ ...FILE, bytes: toSent('54321').bytes }))).toBe('invalid-checksum');
  });

  test('[R-ERR-10] an upload can be cancelled before it starts, during a request or between two: canceled', async () => {
    expect(await codeOf(upload(FILE, AbortSignal.abort()))).toBe('canceled');
    expect(storage.requests).toEqual([]);
    for (const respond of [hang, status(503)]) {
      storage.next.push(respond);
      storage.requests.length = 0;
      const person = new AbortController();
      const code = codeOf(upload(FILE, person.signal));
      await eventually(() => expect(clock.due()).toHaveLength(respond === hang ? 1 : 2));
      await eventually(() => expect(storage.requests).toHaveLength(1));
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
    await expect(client.fetchFacts(FILE)).rejects.toMatchObject({
      name: 'StorageError',
      message: STORAGE_CODES['object-not-found'],
    });
  });
});
