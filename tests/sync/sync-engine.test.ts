import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createEngineDevice, type EngineDevice } from '../support/engine-device.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';

let server: CoreServer;
let http: HttpServer;
let devices: EngineDevice[];

beforeEach(async () => {
  server = createCoreServer();
  http = await listenOnLoopback(server);
  devices = [];
});

afterEach(async () => {
  await Promise.all(devices.map((device) => device.stop()));
  await http.stop();
});

async function createDevice(intercept?: Parameters<typeof createEngineDevice>[2]): Promise<EngineDevice> {
  const device = await createEngineDevice(server, http.origin, intercept);
  devices.push(device);
  return device;
}

const refused = () => Promise.reject(new TypeError('Failed to fetch'));
const count = (device: EngineDevice, path: string) =>
  device.requests.filter((request) => request === path).length;

test('[R-SYN-02] a write is acknowledged automatically', async () => {
  const device = await createDevice();
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await eventually(async () =>
    expect(await device.read('contacts', 'enquiry1')).toMatchObject({ sync: { sequence: 1 } }),
  );
  await eventually(async () => expect(await device.database.outbox.find().exec()).toEqual([]));
});

test('[R-SYN-02] a write on a device idle for a long time is sent automatically', async () => {
  const device = await createDevice();
  await eventually(() => expect(device.connection.current.lastContactAt).toBeDefined());
  await device.engine.whenIdle();
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await eventually(async () =>
    expect(await device.read('contacts', 'enquiry1')).toMatchObject({ sync: { sequence: 1 } }),
  );
});

test('[CL8] while a push keeps failing, other people’s changes still arrive', async () => {
  const device = await createDevice((path) => (path === '/sync/push' ? refused() : undefined));
  await device.write('contacts', 'waiting', () => enquiryContent());
  await eventually(() => expect(device.failures).toContain('Pushing failed.'));
  await createByAnotherTab(device, 'arriving');
  await eventually(async () => expect(await device.read('contacts', 'arriving')).toBeDefined());
  expect(await device.database.outbox.count().exec()).toBe(1);
});

test('[ST1] one stream serves all collections, and a poke pulls exactly the collection it names', async () => {
  const device = await createDevice();
  await eventually(() => expect(device.connection.current.lastContactAt).toBeDefined());
  await device.engine.whenIdle();
  const pulls = count(device, '/contacts/pull');
  await createByAnotherTab(device, 'enquiry1');
  await eventually(() => expect(count(device, '/contacts/pull')).toBe(pulls + 1));
  expect(count(device, '/stream')).toBe(1);
});

test('[ST2] a device that starts pulls each collection once', async () => {
  // A busy machine needs several attempts: a device that waits longer than a second for its stream pulls without it.
  await eventually(async () => {
    const device = await createDevice();
    await eventually(() => expect(device.connection.current.lastContactAt).toBeDefined());
    await device.engine.whenIdle();
    expect(count(device, '/contacts/pull')).toBe(1);
  });
});

test('[ST2] [ST4] a device whose stream stays silent pulls without a hello', async () => {
  const silent = () => new Promise<Response>(() => undefined);
  const device = await createDevice((path) => (path === '/stream' ? silent() : undefined));
  await createByAnotherTab(device, 'enquiry1');
  await eventually(async () => expect(await device.read('contacts', 'enquiry1')).toBeDefined());
  expect(count(device, '/stream')).toBe(1);
});

test('[ST2] changes made without a listener are pulled at the stream’s hello', async () => {
  let isCut = true;
  const device = await createDevice(() => (isCut ? refused() : undefined));
  await eventually(() => expect(device.failures).toContain('The stream broke off.'));
  await createByAnotherTab(device, 'enquiry1');
  isCut = false;
  device.engine.wakeNow();
  await eventually(async () => expect(await device.read('contacts', 'enquiry1')).toBeDefined());
  expect(device.connection.current.isOnline).toBe(true);
});

test('[ST2] a reconnecting stream pulls exactly the collections that changed', async () => {
  let isCut = false;
  const device = await createDevice((path) => (isCut && path === '/stream' ? refused() : undefined));
  await eventually(() => expect(device.connection.current.lastContactAt).toBeDefined());
  await device.engine.whenIdle();
  const pulls = count(device, '/contacts/pull');
  const streams = () => count(device, '/stream');

  await endStreamsOf(device);
  await eventually(() => expect(streams()).toBe(2));
  await createByAnotherTab(device, 'enquiry1');
  await eventually(async () => expect(await device.read('contacts', 'enquiry1')).toBeDefined());
  await device.engine.whenIdle();
  // Only the poke's pull: the hello before it had no changes.
  expect(count(device, '/contacts/pull')).toBe(pulls + 1);

  isCut = true;
  await endStreamsOf(device);
  await eventually(() => expect(device.failures).toContain('The stream broke off.'));
  await createByAnotherTab(device, 'enquiry2');
  isCut = false;
  await eventually(async () => expect(await device.read('contacts', 'enquiry2')).toBeDefined());
});

/** Three more streams of the same device close the oldest. */
async function endStreamsOf(device: EngineDevice): Promise<void> {
  const headers = { authorization: `Bearer ${server.tokenOf(device.fid)}` };
  const others = [1, 2, 3].map(() => fetch(`${http.origin}/api/v1/testing/data/stream`, { headers }));
  await Promise.all((await Promise.all(others)).map(async (response) => response.body?.cancel()));
}

test('[CL13] what a vanished network has swallowed is sent again as soon as there is a network: pushes, pulls, the stream', async () => {
  const swallowed = new Set<string>();
  const device = await createDevice((path, _url, init) => {
    if (swallowed.has(path)) return undefined;
    swallowed.add(path);
    const signal = init?.signal as AbortSignal;
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  });
  await device.write('contacts', 'mine', () => enquiryContent());
  await createByAnotherTab(device, 'theirs');
  await eventually(() => expect(swallowed).toEqual(new Set(['/stream', '/contacts/pull', '/sync/push'])));
  device.comeOnline();
  await eventually(async () =>
    expect(await device.read('contacts', 'mine')).toMatchObject({ sync: { sequence: 2 } }),
  );
  expect(await device.read('contacts', 'theirs')).toBeDefined();
  await eventually(() => expect(device.connection.current.lastContactAt).toBeDefined());
  expect(device.failures).toEqual([]);
});

test('[CL4] after one request that failed the device is online with the next response, while its stream stays open', async () => {
  let failing = 1;
  const device = await createDevice((path) =>
    path === '/contacts/pull' && failing-- > 0 ? refused() : undefined,
  );
  await eventually(() => expect(device.failures).toEqual(['Pulling contacts failed.']));
  expect(device.connection.current.isOnline).toBe(false);
  await eventually(() => expect(device.connection.current.isOnline).toBe(true));
  expect(count(device, '/stream')).toBe(1);
});

test('[CL2] a foreign response, such as a captive portal’s page, breaks nothing and counts as offline', async () => {
  let isPortal = true;
  const portal = async () =>
    new Response('<html>Please log in</html>', { headers: { 'content-type': 'text/html' } });
  const device = await createDevice(() => (isPortal ? portal() : undefined));
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await eventually(() => expect(device.connection.current.isOnline).toBe(false));
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ sync: { sequence: 0 } });
  isPortal = false;
  device.engine.wakeNow();
  await eventually(async () =>
    expect(await device.read('contacts', 'enquiry1')).toMatchObject({ sync: { sequence: 1 } }),
  );
});

async function createByAnotherTab(device: EngineDevice, id: string): Promise<void> {
  const init = { method: 'PUT', as: { device: device.fid }, json: enquiryContent() } as const;
  const answer = await server.request(`/testing/data/contacts/${id}`, init);
  expect(answer.status).toBe(200);
}

test('[F45] a stopped engine waits for no response, so that a store the browser cleared is released at once', async () => {
  const device = await createDevice(() => new Promise(() => undefined));
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await eventually(() =>
    expect(device.requests).toEqual(expect.arrayContaining(['/stream', '/contacts/pull', '/sync/push'])),
  );
  await device.engine.stop();
  expect(device.failures).toEqual([]);
  expect(await device.database.outbox.count().exec()).toBe(1);
});
