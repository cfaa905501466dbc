import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inParallel, listLimbo, MAX_AT_ONCE, refetchDocuments } from '#pwa/data/sync/limbo.ts';
import { onPageWake } from '#pwa/data/sync/page-wakes.ts';
import { startWatchdog } from '#pwa/data/sync/watchdog.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice, type TestDevice } from '../support/test-device.ts';

let clock: TestClock;
let server: CoreServer;
let device: TestDevice;
let stop = () => {};
const state = { isOnline: true, isIdle: true };

beforeEach(async () => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  device = await createTestDevice(server);
  Object.assign(state, { isOnline: true, isIdle: true });
});

afterEach(async () => {
  stop();
  vi.useRealTimers();
  await device.close();
});

/** Looks once, half a minute later by the watchdog's timer. */
async function look(resolveLimbo = async () => undefined as void): Promise<number> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let pushes = 0;
  let hasLooked = () => {};
  const looked = new Promise<void>((resolve) => (hasLooked = resolve));
  stop = startWatchdog({
    database: device.database,
    clock,
    isOnline: () => state.isOnline,
    isIdle: () => {
      queueMicrotask(hasLooked);
      return state.isIdle;
    },
    push: () => void (pushes += 1),
    resolveLimbo,
    onFailure: (error) => expect(error).toBeUndefined(),
  });
  vi.advanceTimersByTime(30_000);
  if (state.isOnline) await looked;
  await device.database.outbox.find().exec();
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  vi.useRealTimers();
  return pushes;
}

test('[CL4] a write pending for two minutes while online and idle is pushed again', async () => {
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  clock.advance(119_000);
  expect(await look()).toBe(0);
  clock.advance(1000);
  expect(await look()).toBe(1);
});

test('[CL4] nothing is pushed again while offline, during other work, or if parked', async () => {
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  clock.advance(600_000);
  state.isOnline = false;
  expect(await look()).toBe(0);
  Object.assign(state, { isOnline: true, isIdle: false });
  expect(await look()).toBe(0);
  state.isIdle = true;
  const record = await device.database.outbox.findOne().exec();
  await record?.incrementalPatch({ isParked: true });
  expect(await look()).toBe(0);
});

test('[CL4] [F54] a write dated in the future, because the clock was set back, is overdue too', async () => {
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  clock.advance(-86_400_000 * 365);
  expect(await look()).toBe(1);
});

test('[CL10] a document shown as pending without a queued write is fetched again by id', async () => {
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await device.write('contacts', 'enquiry2', () => enquiryContent());
  await device.write('contacts', 'waiting', () => enquiryContent());
  await device.push();
  await device.write('contacts', 'waiting', () => enquiryContent('again'));
  await server.request('/testing/data/contacts/enquiry2', { method: 'DELETE', as: 'admin' });
  expect((await listLimbo(device.database, 'contacts')).toSorted()).toEqual(['enquiry1', 'enquiry2']);
  await refetchDocuments(device, 'contacts', ['enquiry1', 'enquiry2']);
  expect(await listLimbo(device.database, 'contacts')).toEqual([]);
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ sync: { sequence: 1 } });
  expect(await device.read('contacts', 'enquiry2')).toBeUndefined();
});

test('[CL10] [R-CST-13] at most 100 documents are requested at once', async () => {
  expect(MAX_AT_ONCE).toBe(100);
  let [running, most] = [0, 0];
  const items = Array.from({ length: 350 }, (_, index) => index);
  const results = await inParallel(items, MAX_AT_ONCE, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return item * 2;
  });
  expect(most).toBe(100);
  expect(results).toEqual(items.map((item) => item * 2));
});

test('[F56] a suspended tab syncs when it becomes visible or leaves the back-forward cache', () => {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  const wake = vi.fn();
  const stopHearing = onPageWake({ window, document }, wake);
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(wake).toHaveBeenCalledTimes(0);
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  window.dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(3);
  stopHearing();
  window.dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(3);
});
