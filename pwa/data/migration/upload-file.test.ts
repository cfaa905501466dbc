// @vitest-environment happy-dom
import type { DetailedError, UploadOptions } from 'tus-js-client';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { uploadFile } from './upload-file.ts';

const tus = vi.hoisted(() => ({
  options: {} as UploadOptions,
  start: vi.fn(),
  abort: vi.fn(async () => undefined),
}));
vi.mock('tus-js-client', () => ({
  Upload: class {
    url = '/api/v1/admin/uploads/u1';
    start = tus.start;
    abort = tus.abort;
    constructor(_file: File, options: UploadOptions) {
      tus.options = options;
    }
  },
}));
/** For a busy machine. */
const PATIENCE = { timeout: 10_000 };
const dropToken = vi.fn();
let app: FakeApp;

/** The error of tus-js-client for a response, or for none. */
function failure(status?: number, body: unknown = {}): DetailedError {
  const response = { getStatus: () => status, getBody: () => JSON.stringify(body) };
  const error = { originalRequest: {}, originalResponse: status === undefined ? null : response };
  return Object.assign(new Error('tus'), error) as unknown as DetailedError;
}

const cut = vi.fn<(resume: () => void) => void>();
const file = new File(['{}'], 'meadows.ndjson');
let abort: AbortController;

/** Starts an upload. */
async function send(sent = file): Promise<{ readonly result: Promise<string> }> {
  abort = new AbortController();
  const result = uploadFile(app, sent, { signal: abort.signal, onProgress: () => undefined, onCut: cut });
  result.catch(() => undefined);
  await vi.waitFor(() => expect(tus.start).toHaveBeenCalled(), PATIENCE);
  return { result };
}

beforeEach(() => {
  vi.clearAllMocks();
  app = createFakeApp({ session: STAFF, dropToken, cookies: 'XSRF-TOKEN=c1' });
});

test('[R-MIG-05] a file is sent unchanged, in chunks, with the headers of the app’s other requests', async () => {
  const { result } = await send();
  expect(tus.options).toMatchObject({
    endpoint: '/api/v1/admin/uploads',
    chunkSize: 8 * 1024 * 1024,
    metadata: { filename: 'meadows.ndjson' },
  });
  const headers = new Map<string, string>();
  await tus.options.onBeforeRequest?.({
    getMethod: () => 'PATCH',
    setHeader: (name: string, value: string) => headers.set(name, value),
  } as never);
  expect(headers.get('authorization')).toBe('Bearer token');
  expect([...headers.values()]).toContain('c1');
  tus.options.onSuccess?.({} as never);
  expect(await result).toBe('u1');
  abort.abort();
  expect(tus.abort).not.toHaveBeenCalled();
});

test('[R-MIG-05] cancelling an upload removes it from the server and sends nothing more', async () => {
  const { result } = await send();
  abort.abort();
  await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  expect(tus.abort).toHaveBeenCalledExactlyOnceWith(true);
  const next = tus.options.onBeforeRequest?.({ getMethod: () => 'PATCH', setHeader: vi.fn() } as never);
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
});

test.each([
  [undefined, true],
  [409, true],
  [423, true],
  [503, true],
  [400, false],
  [403, false],
  [413, false],
  [507, false],
] as const)('[R-MIG-05] a chunk is retried after status %s: %s', async (status, isRetried) => {
  await send();
  expect(tus.options.onShouldRetry?.(failure(status), 0, tus.options)).toBe(isRetried);
});

test('[R-MIG-05] a rejected device token is renewed once', async () => {
  await send();
  await tus.options.onBeforeRequest?.({ getMethod: () => 'POST', setHeader: vi.fn() } as never);
  expect(tus.options.onShouldRetry?.(failure(401), 0, tus.options)).toBe(true);
  expect(dropToken).toHaveBeenCalledExactlyOnceWith('token');
  expect(tus.options.onShouldRetry?.(failure(401), 1, tus.options)).toBe(false);
});

test('[R-MIG-05] a lost connection can be resumed, and a refusal rejects with the server’s message', async () => {
  const { result } = await send();
  tus.options.onError?.(failure());
  await vi.waitFor(() => expect(cut).toHaveBeenCalled(), PATIENCE);
  cut.mock.calls[0]?.[0]();
  expect(tus.start).toHaveBeenCalledTimes(2);
  const message = 'The file is larger than 2 GiB, the limit of this server.';
  tus.options.onError?.(failure(413, { error: { code: 'resource-exhausted', message } }));
  await expect(result).rejects.toMatchObject({ code: 'resource-exhausted', message });
});

test('[R-MIG-05] a file that becomes unreadable during the upload must be chosen again', async () => {
  const moved = Object.assign(new File(['{}'], 'a.json'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('not readable')) }),
  });
  const { result } = await send(moved);
  tus.options.onError?.(failure());
  await expect(result).rejects.toThrow(/moved or changed since. Choose it again/);
  expect(cut).not.toHaveBeenCalled();
});
