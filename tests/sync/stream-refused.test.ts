import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { pushRow, row } from '../support/core-calls.ts';
import { createEngineDevice, type EngineDevice } from '../support/engine-device.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';

let server: CoreServer;
let http: HttpServer;
let device: EngineDevice;

beforeEach(async () => {
  server = createCoreServer(undefined, undefined, { streams: { perDevice: 3, perNetwork: 0, total: 10 } });
  http = await listenOnLoopback(server);
  device = await createEngineDevice(server, http.origin);
});
afterEach(async () => {
  await device.stop();
  await http.stop();
});

test('[T23] [ST4] a device on a network with too many streams receives changes by long polling', async () => {
  await eventually(() => expect(device.requests).toContain('/changes'));
  await device.engine.whenIdle();
  await pushRow(server, { device: device.fid }, 'contacts', row('one', 'w1', enquiryContent()));
  await eventually(async () => expect(await device.read('contacts', 'one')).toBeDefined());
  expect(device.requests.filter((path) => path === '/stream')).toHaveLength(1);
});
