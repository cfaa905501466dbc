import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient, type Fetch } from '#shared/api/client.ts';
import type { SyncStamp } from '#shared/collections/collection.ts';
import { createId } from '#shared/kernel/ids.ts';
import { createConnectionMonitor } from '#pwa/data/sync/connection.ts';
import { joinLeadership } from '#pwa/data/sync/leadership.ts';
import { startSyncEngine } from '#pwa/data/sync/sync-engine.ts';
import { createDeviceStorage } from '../soak/device-storage.ts';
import { createCoreServer, DATA_ENDPOINT, type CoreServer } from '../support/core-server.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestDevice, type TestDevice } from '../support/test-device.ts';
import { createLocks, createStorage } from './browser-platform.ts';

/** A browser tab, which replicates while it leads. */
interface Tab extends TestDevice {
  /** Closes the tab. */
  leave(): Promise<void>;
}

let server: CoreServer;
let http: HttpServer;
let tabs: Tab[];
/** Number of open streams, and of all streams ever opened. */
let streams: { open: number; all: number };
let isOnline: boolean;
let openTab: () => Promise<Tab>;

beforeEach(async () => {
  server = createCoreServer();
  http = await listenOnLoopback(server);
  [tabs, streams, isOnline] = [[], { open: 0, all: 0 }, true];
  const place = { fid: createId(), name: `tabs${createId().toLowerCase()}` };
  const [disk, locks, storage] = [createDeviceStorage(), createLocks(), createStorage()];
  openTab = async () => {
    const view = disk.openFor(tabs.length);
    const device = await createTestDevice(server, { ...place, storage: view.storage as never });
    const leaveQueue = joinLeadership({
      locks,
      storage,
      isVisible: () => true,
      lead: (ended) => lead(device, ended),
    });
    const tab = { ...device, leave: async () => (await leaveQueue(), await device.close()) };
    tabs.push(tab);
    return tab;
  };
});
afterEach(async () => {
  await Promise.all(tabs.map((tab) => tab.leave()));
  await http.stop();
});

async function lead({ database, fid }: TestDevice, ended: AbortSignal): Promise<void> {
  const counted: typeof fetch = async (input, init) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    const isStream = String(input).endsWith('/stream');
    if (!isStream) return fetch(input, init);
    streams.all += 1;
    streams.open += 1;
    init?.signal?.addEventListener('abort', () => (streams.open -= 1), { once: true });
    return fetch(input, init);
  };
  const headers = async () => ({ authorization: `Bearer ${server.tokenOf(fid)}` });
  const client = {
    fetch: counted as unknown as Fetch,
    origin: http.origin,
    dataEndpoint: DATA_ENDPOINT,
    headers,
  };
  const engine = startSyncEngine({
    database,
    client: createApiClient(client),
    fetch: counted,
    headers,
    collections: ['contacts'],
    connection: createConnectionMonitor(true),
    clock: server.clock,
    random: () => 0.5,
    onFailure: () => undefined,
  });
  await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
  await engine.stop();
}

const write = (tab: Tab, id: string) => tab.write('contacts', id, () => enquiryContent(id));
const isConfirmed = (tab: Tab, id: string) =>
  eventually(async () => {
    const { writeId, sync } = ((await tab.read('contacts', id)) ?? {}) as {
      writeId?: string;
      sync?: SyncStamp;
    };
    expect(sync).toMatchObject({ acknowledged: writeId });
  });
const isStored = (id: string) =>
  eventually(async () => expect(await server.store.read({ collection: 'contacts', id })).toBeDefined());

test('[F31] [ST1] [CL7] three tabs of one browser share one stream, and the writes of each are sent and acknowledged in all', async () => {
  for (let count = 0; count < 3; count++) await openTab();
  await eventually(() => expect(streams.all).toBe(1));
  for (const [index, tab] of tabs.entries()) await write(tab, `of-tab-${index}`);
  for (const index of tabs.keys()) {
    await isStored(`of-tab-${index}`);
    for (const tab of tabs) await isConfirmed(tab, `of-tab-${index}`);
  }
  expect(streams).toEqual({ open: 1, all: 1 });
});

test('[F31] [F37] [CL7] when the leading tab closes, the next one opens the stream and sends the pending writes', async () => {
  const [first, second] = [await openTab(), await openTab()];
  await eventually(() => expect(streams.all).toBe(1));
  isOnline = false;
  await write(second, 'waiting');
  await first.leave();
  tabs = [second];
  isOnline = true;
  await isStored('waiting');
  await isConfirmed(second, 'waiting');
  await eventually(() => expect(streams).toEqual({ open: 1, all: 2 }));
  const history = await server.store.history({ collection: 'contacts', id: 'waiting' }, undefined, 10);
  expect(history).toHaveLength(1);
});

test('[CL7] [F18] a follower’s write is sent once the offline leader is online', async () => {
  const [, follower] = [await openTab(), await openTab()];
  await eventually(() => expect(streams.all).toBe(1));
  isOnline = false;
  await write(follower, 'a');
  expect(await follower.read('contacts', 'a')).toMatchObject({ sync: { sequence: 0 } });
  isOnline = true;
  await isStored('a');
  await isConfirmed(follower, 'a');
});
