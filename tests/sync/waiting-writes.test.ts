import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fetch } from '#shared/api/client.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createEngineDevice, type EngineDevice } from '../support/engine-device.ts';
import { enquiryContent } from '../support/samples.ts';

/** The server's response to a push while it is not well; `undefined` while it is. */
let fault: (() => Promise<Response>) | undefined;
let isCutOff: boolean;
let server: CoreServer;
let device: EngineDevice;

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    // The database also waits for timers while nothing else passes the time.
    shouldAdvanceTime: true,
  });
  fault = undefined;
  isCutOff = false;
  server = createCoreServer();
  device = await startDevice();
});

afterEach(async () => {
  await device.stop();
  vi.useRealTimers();
});

async function startDevice(): Promise<EngineDevice> {
  // The requests reach the server without a socket, so that no time passes on their way.
  const send: Fetch = async (url, init) => server.app.request(url, init as object);
  const started = await createEngineDevice(server, 'http://localhost', (path, ...call) => {
    if (isCutOff) return RESET();
    return path === '/sync/push' && fault ? fault() : (send(...call) as Promise<Response>);
  });
  await pass(1000);
  return started;
}

/** Lets time pass, and whatever it sets off come to its end. */
async function pass(timeMs: number): Promise<void> {
  for (let left = timeMs; left > 0; left -= 1000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1000));
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

const RESET = () => Promise.reject(new TypeError('Failed to fetch'));

const countPushes = () => device.requests.filter((path) => path === '/sync/push').length;
const isConfirmed = async () => (await device.database.outbox.count().exec()) === 0;
const isParked = async () => (await device.database.outbox.findOne().exec())?.isParked ?? false;

test.each<readonly [string, () => Promise<Response>]>([
  [
    'a 503 with Retry-After',
    async () =>
      Response.json(
        { error: { code: 'unavailable', message: 'The disk is full.' } },
        { status: 503, headers: { 'retry-after': '1' } },
      ),
  ],
  ['a reset connection', RESET],
  ['a response without verdicts', async () => Response.json({ verdicts: [], rewinds: [] })],
  ['a response of another server', async () => new Response('<!doctype html><title>Log in</title>')],
])(
  '[RJ4] after two minutes of %s to each push, a lone write is confirmed within five seconds',
  async (_what, response) => {
    fault = response;
    await device.write('contacts', 'enquiry1', () => enquiryContent());
    await pass(120_000);
    expect(await isConfirmed()).toBe(false);
    expect(await isParked()).toBe(false);
    fault = undefined;
    await pass(5000);
    expect(await isConfirmed()).toBe(true);
    expect(await server.store.read({ collection: 'contacts', id: 'enquiry1' })).toMatchObject({
      sequence: 1,
    });
  },
);

/** Starts the device without a network and makes it write. @returns after two minutes */
async function writeCutOff(): Promise<void> {
  await device.stop();
  isCutOff = true;
  device = await startDevice();
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await pass(120_000);
}

test('[RJ4] without contact to the server the waits grow to a minute, and a stream that opens again ends them', async () => {
  await writeCutOff();
  const before = countPushes();
  await pass(120_000);
  expect(countPushes() - before).toBeLessThanOrEqual(4);
  isCutOff = false;
  await pass(60_000);
  expect(await isConfirmed()).toBe(true);
});

test('[RJ4] the network’s return ends the wait at once', async () => {
  await writeCutOff();
  isCutOff = false;
  device.engine.wakeNow();
  await pass(1000);
  expect(await isConfirmed()).toBe(true);
});

test('[RJ4] nothing is sent before the time that the server asks for, even when the network returns', async () => {
  fault = async () =>
    Response.json(
      { error: { code: 'resource-exhausted', message: 'Too many writes.' } },
      { status: 429, headers: { 'retry-after': '100' } },
    );
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await pass(1000);
  expect(countPushes()).toBe(1);
  fault = undefined;
  device.engine.wakeNow();
  await pass(98_000);
  expect(countPushes()).toBe(1);
  await pass(30_000);
  expect(await isConfirmed()).toBe(true);
});

test('[RJ5] a write parked after five server errors is tried once an hour, and sent when it can be', async () => {
  fault = async () => Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 });
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await pass(60_000);
  expect(await isParked()).toBe(true);
  expect(countPushes()).toBe(5);
  await pass(3_600_000);
  expect(await isParked()).toBe(true);
  expect(countPushes()).toBe(6);
  fault = undefined;
  await pass(3_600_000);
  expect(await isConfirmed()).toBe(true);
});
