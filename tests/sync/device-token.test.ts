import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fetch, RequestInit } from '#shared/api/client.ts';
import { PROTOCOL_HEADER } from '#shared/api/routes.ts';
import { createId } from '#shared/kernel/ids.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { createDeviceClient } from '#pwa/data/sync/device-client.ts';
import { createInstallation, type Installation } from '#pwa/data/session/installation.ts';
import { writeDocument } from '#pwa/data/store/local-writes.ts';
import { createPullPace, pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { pushWrites } from '#pwa/data/sync/push-writes.ts';
import { createCoreServer, DATA_ENDPOINT, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createMemoryRecord } from '../support/memory-record.ts';
import { createStore } from '#pwa/create-store.ts';

const WEEK_MS = 7 * 86_400_000;
const APP = { appId: 'nankeen-store', authVersion: 'FIS_v2', sdkVersion: '1.0.0' };

let clock: TestClock;
let server: CoreServer;
let database: LocalDatabase;
let installation: Installation;
let sync: () => Promise<void>;
/** Calls, in order. */
let calls: string[];
/** Protocol version of each call. */
let versions: (string | undefined)[];
/** Called before each call. */
let onCall: (path: string) => void;

/** A device that registers itself, with a stopped clock: it learns that a token expired when a call is refused. */
beforeEach(async () => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  [calls, versions, onCall] = [[], [], () => undefined];
  const fetch: Fetch = async (url, init) => {
    const path = new URL(url).pathname.split('/').at(-1) ?? '';
    onCall(path);
    calls.push(path);
    versions.push(init?.headers?.[PROTOCOL_HEADER]);
    return server.app.request(url, init as RequestInit & { signal?: never });
  };
  const origin = 'http://localhost';
  const standing = clock.now();
  installation = createInstallation({
    app: APP,
    storage: createMemoryRecord(),
    fid: createStore<string | undefined>(undefined),
    fetch,
    origin,
    isOnline: () => true,
    now: () => standing,
  });
  const client = createDeviceClient({
    fetch,
    origin,
    dataEndpoint: DATA_ENDPOINT,
    installation,
    access: { token: () => undefined, keep: async () => undefined, drop: async () => undefined },
    isStaff: () => false,
    cookies: () => '',
  });
  const [name, storage] = [`token${createId().toLowerCase()}`, getRxStorageMemory()];
  database = await openDatabase({ name, storage, isShared: false, collections: ['contacts'] });
  sync = async () => {
    await pushWrites({ database, client, clock, onPushed: () => undefined });
    await pullCollection({ database, client, clock, pace: createPullPace() }, 'contacts');
  };
});
afterEach(() => database.close());

async function write(id: string, message = 'one'): Promise<void> {
  await writeDocument({ database, clock }, 'contacts', id, () => enquiryContent(message));
}
const countWaiting = () => database.outbox.count().exec();
const ownerOf = async (id: string) => (await server.store.read({ collection: 'contacts', id }))?.owner;

test('[F40] a token that expires between two requests of a push is renewed once and the request repeated', async () => {
  for (let index = 0; index < 150; index++) await write(`e${index}`);
  let pushes = 0;
  onCall = (path) => {
    if (path === 'push' && ++pushes === 2) clock.advance(2 * WEEK_MS);
  };
  await sync();
  expect(calls).toEqual(['installations', 'push', 'push', 'authTokens:generate', 'push', 'pull']);
  expect(await countWaiting()).toBe(0);
  expect(await database.rejectedChanges.count().exec()).toBe(0);
  const history = await server.store.history({ collection: 'contacts', id: 'e149' }, undefined, 10);
  expect(history).toHaveLength(1);
});

test('[F40] a token that expires during several calls is renewed once for all of them', async () => {
  await write('a');
  await sync();
  clock.advance(2 * WEEK_MS);
  calls = [];
  await Promise.all([sync(), sync(), sync()]);
  expect(calls.filter((path) => path === 'authTokens:generate')).toHaveLength(1);
});

test('[F41] [F79] if the server loses its device list, the device registers again under its id and sends its pending writes', async () => {
  await write('before');
  await sync();
  const fid = await installation.fid();
  await write('waiting');
  const { app, store } = createCoreServer(undefined, clock);
  Object.assign(server, { app, store });
  clock.advance(2 * WEEK_MS);
  calls = [];
  await sync();
  expect(calls.slice(0, 4)).toEqual(['push', 'authTokens:generate', 'installations', 'push']);
  expect(await installation.fid()).toBe(fid);
  expect(await countWaiting()).toBe(0);
  expect(await ownerOf('waiting')).toBe(`device:${fid}`);
});

test('[F41] a device whose id was taken by another becomes a new device, which owns its pending writes', async () => {
  await write('waiting');
  await installation.authToken();
  const fid = await installation.fid();
  const { app, store } = createCoreServer(undefined, clock);
  Object.assign(server, { app, store });
  const json = { fid, ...APP };
  const init = {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json' },
  };
  expect((await app.request('/api/v1/installations', init)).status).toBe(200);
  clock.advance(2 * WEEK_MS);
  await sync();
  expect(await installation.fid()).not.toBe(fid);
  expect(await countWaiting()).toBe(0);
  expect(await ownerOf('waiting')).toBe(`device:${await installation.fid()}`);
  expect(await database.rejectedChanges.count().exec()).toBe(0);
});

test('[F48] every sync call carries the protocol version', async () => {
  await write('a');
  await sync();
  expect(calls).toEqual(['installations', 'push', 'pull']);
  expect(versions).toEqual([undefined, '2', '2']);
});
