import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStorageClient, type SentFile, type StorageClient } from '#pwa/data/files/storage-client.ts';
import { createFakeApp, SIGNED_IN, type FakeApp } from '../support/fake-app.tsx';
import {
  closeFileWorlds,
  openFileWorld,
  toDocument,
  toFileId,
  toPicture,
  type FileWorld,
} from '../support/file-world.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';

// As in the built app; Node's build of it takes no blobs.
vi.mock('tus-js-client', () => import('tus-js-client/lib/browser/index.js' as 'tus-js-client'));

const PICTURE = toPicture('a picture', 700_000);

let world: FileWorld;
let http: HttpServer;
/** Who is signed in on the device. */
let account: string | undefined;
let calls: string[];
/** Called with each call's line and response; may lose the response. */
let onResponse: (line: string, response: Response) => void;

beforeEach(async () => {
  vi.stubGlobal('navigator', { onLine: true });
  [account, calls, onResponse] = ['sam', [], () => undefined];
  await restart();
});
afterEach(async () => {
  await http.stop();
  await closeFileWorlds();
  vi.unstubAllGlobals();
});

async function restart(options: Parameters<typeof openFileWorld>[0] = {}): Promise<void> {
  world = openFileWorld(options);
  http = await listenOnLoopback(world);
}

/** The device's own client, which reaches the server as the account that is signed in. */
function createClient(): StorageClient {
  const reach: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    if (account !== undefined) headers.set('cookie', `session=${account}`);
    const line = `${init?.method} ${headers.get('upload-offset') ?? ''}`.trim();
    calls.push(line);
    const response = await fetch(`${http.origin}${String(url)}`, { ...init, headers });
    onResponse(line, response);
    return response;
  };
  const fake = createFakeApp({ session: SIGNED_IN });
  const app = Object.assign(Object.create(fake) as FakeApp, { fetch: reach, timedFetch: reach });
  return createStorageClient(app, {
    random: () => 0,
    schedule(act, delayMs) {
      const timer = setTimeout(act, delayMs / 200);
      return () => clearTimeout(timer);
    },
  });
}

const toSent = (bytes: Buffer, more: Partial<SentFile> = {}): SentFile => ({
  id: toFileId(bytes),
  bucket: 'product-pictures',
  type: 'image/webp',
  bytes: new Uint8Array(bytes).buffer,
  ...more,
});
const WATCH = {
  signal: new AbortController().signal,
  onUrl: async () => undefined,
  onProgress: () => undefined,
};

/** Sends a file and asks for its state. */
async function send(file: SentFile, client = createClient()): Promise<unknown> {
  await client.upload(file, WATCH);
  await world.library.makeDue();
  return client.fetchFacts(file);
}

test('[FI1] [FI5] [R-CAL-19] the device sends a picture in pieces, and the server stores it', async () => {
  expect(await send(toSent(PICTURE))).toMatchObject({ state: 'stored' });
  expect(calls).toEqual(['POST', 'PATCH 0', 'PATCH 262144', 'PATCH 524288', 'GET']);
  const manual = toDocument('a manual');
  const document = { bucket: 'product-documents', type: 'application/pdf' } as const;
  expect(await send(toSent(manual, document))).toMatchObject({ state: 'stored' });
  const served = await fetch(`${http.origin}/documents/${toFileId(manual)}.pdf`);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(manual);
});

test('[FI5] [R-CAL-19] after a lost response the device asks for the offset and sends only the rest', async () => {
  onResponse = (line) => {
    if (line !== 'PATCH 262144') return;
    onResponse = () => undefined;
    throw new TypeError('The connection was cut.');
  };
  expect(await send(toSent(PICTURE))).toMatchObject({ state: 'stored' });
  // After the cut its pieces are half as large.
  expect(calls.slice(0, 6)).toEqual([
    'POST',
    'PATCH 0',
    'PATCH 262144',
    'HEAD',
    'PATCH 524288',
    'PATCH 655360',
  ]);
});

test('[FI5] [R-CAL-19] when the last response is lost, the device learns that the file has arrived', async () => {
  onResponse = (line) => {
    if (line !== 'PATCH 524288') return;
    onResponse = () => undefined;
    throw new TypeError('The connection was cut.');
  };
  expect(await send(toSent(PICTURE))).toMatchObject({ state: 'stored' });
  expect(calls.filter((line) => line.startsWith('PATCH'))).toHaveLength(3);
});

test('[FI1] [R-CAL-19] a file that the server has is not sent again', async () => {
  await send(toSent(PICTURE));
  calls = [];
  expect(await send(toSent(PICTURE))).toMatchObject({ state: 'stored' });
  expect(calls).toEqual(['POST', 'GET']);
});

test('[FI6] [R-ERR-10] the device learns why a picture was refused', async () => {
  world.maker.act = async () => ({ ok: false, reason: 'pixels' });
  expect(await send(toSent(PICTURE))).toMatchObject({ state: 'refused', reason: 'pixels' });
});

test('[R-ERR-10] the device understands every code of the server', async () => {
  const client = createClient();
  const codeOf = (file: SentFile) => send(file, client).catch(({ code, reason }) => [code, reason]);
  expect(await codeOf(toSent(PICTURE, { type: 'image/gif' }))).toEqual(['invalid-argument', 'type']);
  expect(await codeOf(toSent(toDocument('a manual')))).toEqual(['invalid-argument', 'type']);
  expect(await codeOf(toSent(PICTURE, { id: '0'.repeat(32) }))).toEqual(['invalid-checksum', undefined]);
  expect(await codeOf(toSent(PICTURE, { id: 'none' }))).toEqual(['invalid-argument', undefined]);
  expect(await codeOf(toSent(PICTURE, { bucket: 'none' as never }))).toEqual(['bucket-not-found', undefined]);
  const large = toPicture('large', 8 * 1_048_576 + 1);
  expect(await codeOf(toSent(large))).toEqual(['quota-exceeded', undefined]);
  await expect(client.fetchFacts(toSent(PICTURE))).rejects.toMatchObject({ code: 'object-not-found' });
  account = 'ada';
  expect(await codeOf(toSent(PICTURE))).toEqual(['unauthorized', undefined]);
  account = undefined;
  expect(await codeOf(toSent(PICTURE))).toEqual(['unauthenticated', undefined]);
});

test('[FI9] [R-ERR-10] a full storage is told from a failure that passes', async () => {
  await http.stop();
  await restart({ filesMaxBytes: 1000 });
  await expect(send(toSent(PICTURE))).rejects.toMatchObject({ code: 'quota-exceeded' });
  expect(calls).toEqual(['POST']);
});
