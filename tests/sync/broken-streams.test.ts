import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushRow, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createEngineDevice, type EngineDevice } from '../support/engine-device.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { BUFFERED, createStreamProxy, CUT_IN_POKE, WHOLE, type StreamProxy } from './stream-proxy.ts';

let server: CoreServer;
/** The server of the current epoch, behind one address. */
let life: CoreServer;
let http: HttpServer;
let proxy: StreamProxy;
let device: EngineDevice | undefined;

beforeEach(async () => {
  server = createCoreServer();
  life = server;
  const app = { fetch: (...call: Parameters<typeof life.app.fetch>) => life.app.fetch(...call) };
  http = await listenOnLoopback({ ...server, app: app as typeof server.app });
  proxy = await createStreamProxy(http.origin, WHOLE);
});
afterEach(async () => {
  vi.useRealTimers();
  await device?.stop();
  await proxy.stop();
  await http.stop();
});

/** A device that has pulled everything and listens. */
async function start(): Promise<EngineDevice> {
  device = await createEngineDevice(server, proxy.origin);
  const { engine, requests } = device;
  await eventually(() => expect(requests).toContain('/contacts/pull'));
  await eventually(() => expect(requests).toContain('/stream'));
  await engine.whenIdle();
  return device;
}

/** Another user with the same rights writes on the server. */
async function writeElsewhere({ fid }: EngineDevice, id: string): Promise<void> {
  await pushRow(life, { device: fid }, 'contacts', row(id, `write of ${id}`, enquiryContent()));
}
const arrives = ({ read }: EngineDevice, id: string) =>
  eventually(async () => expect(await read('contacts', id)).toBeDefined());
const countOf = ({ requests }: EngineDevice, path: string) =>
  requests.filter((request) => request === path).length;

test('[F28] [ST2] if a stream breaks in the middle of a poke, the next hello reports its changes', async () => {
  proxy.fate = CUT_IN_POKE;
  const one = await start();
  await eventually(() => expect(one.connection.current.lastContactAt).toBeDefined());
  await one.engine.whenIdle();
  proxy.fate = WHOLE;
  await writeElsewhere(one, 'a');
  await arrives(one, 'a');
  expect(one.failures).toContain('The stream broke off.');
  expect(countOf(one, '/stream')).toBe(2);
});

test('[F30] [ST4] if a proxy buffers the stream, changes arrive by long polling after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  proxy.fate = BUFFERED;
  const one = await start();
  await writeElsewhere(one, 'a');
  expect(await one.read('contacts', 'a')).toBeUndefined();
  expect(countOf(one, '/changes')).toBe(0);
  await vi.advanceTimersByTimeAsync(30_000);
  await arrives(one, 'a');
  await eventually(() => expect(countOf(one, '/changes')).toBeGreaterThan(1));
  await writeElsewhere(one, 'b');
  await arrives(one, 'b');
  expect(countOf(one, '/stream')).toBe(1);
});

test('[SQ3] [ST2] after a hello with another epoch, everything is pulled again in place', async () => {
  const one = await start();
  await writeElsewhere(one, 'old');
  await arrives(one, 'old');
  life = createCoreServer();
  await writeElsewhere(one, 'new');
  proxy.breakStreams();
  await arrives(one, 'new');
  await eventually(async () => expect(await one.read('contacts', 'old')).toBeUndefined());
  expect(await one.database.outbox.count().exec()).toBe(0);
});
