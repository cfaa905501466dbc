import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient, type Fetch } from '#shared/api/client.ts';
import { createConnectionMonitor } from '#pwa/data/sync/connection.ts';
import { startSyncEngine, type SyncEngine } from '#pwa/data/sync/sync-engine.ts';
import { createCoreServer, DATA_ENDPOINT, type CoreServer } from '../support/core-server.ts';
import { pushRow, row, signIn } from '../support/core-calls.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestDevice, type TestDevice } from '../support/test-device.ts';

const ADA = { device: 'ada' };

let server: CoreServer;
let http: HttpServer;
let desk: TestDevice;
let engine: SyncEngine;

/** Sam's device, online, with his session cookie. Its timers of two seconds or more never fire. */
beforeEach(async () => {
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, ms = 0) =>
    setTimeout(ms < 2000 ? act : () => {}, ms),
  );
  server = createCoreServer();
  http = await listenOnLoopback(server);
  signIn(server, 'sam', true);
  desk = await createTestDevice(server, { session: 'sam' });
  const headers = async () => ({
    authorization: `Bearer ${server.tokenOf(desk.fid)}`,
    cookie: 'session=sam',
  });
  engine = startSyncEngine({
    database: desk.database,
    client: createApiClient({
      fetch: fetch as unknown as Fetch,
      origin: http.origin,
      dataEndpoint: DATA_ENDPOINT,
      headers,
    }),
    fetch,
    headers,
    collections: ['contacts'],
    connection: createConnectionMonitor(true),
    clock: server.clock,
    random: () => 0.5,
    onFailure: () => undefined,
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engine.stop();
  await desk.close();
  await http.stop();
});

const idsAtTheDesk = async () => (await desk.database.contacts.find().exec()).map(({ FBUID }) => FBUID);
const enquire = (id: string) => pushRow(server, ADA, 'contacts', row(id, `w-${id}`, enquiryContent()));

test('[AC3] [T04] [SQ3] revoking staff rights removes their documents from an online device within two seconds', async () => {
  await enquire('foreign');
  await pushRow(server, { device: desk.fid }, 'contacts', row('own', 'w-own', enquiryContent()));
  await eventually(async () => expect(await idsAtTheDesk()).toEqual(['foreign', 'own']));
  signIn(server, 'sam', false);
  await eventually(async () => expect(await idsAtTheDesk()).toEqual(['own']));
});

test('[AC3] [T04] [SQ3] granting staff rights brings their documents to an online device automatically', async () => {
  signIn(server, 'sam', false);
  await enquire('foreign');
  await engine.whenIdle();
  expect(await idsAtTheDesk()).toEqual([]);
  signIn(server, 'sam', true);
  await eventually(async () => expect(await idsAtTheDesk()).toEqual(['foreign']));
});
