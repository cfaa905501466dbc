import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFaultSchedule, startFaultProxy, type FaultProxy } from '../soak/fault-proxy.ts';
import { createRandom } from '../soak/seeded-random.ts';
import { eventually } from '../support/eventually.ts';
import { openFilePage, type FilePage } from '../support/file-page.ts';
import { closeFileWorlds, openFileWorld, toPicture, type FileWorld } from '../support/file-world.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';

// As in the built app; Node's build of it takes no blobs.
vi.mock('tus-js-client', () => import('tus-js-client/lib/browser/index.js' as 'tus-js-client'));

let world: FileWorld;
let http: HttpServer;
let proxy: FaultProxy;
let page: FilePage;
let end: AbortController | undefined;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(console, 'info').mockReturnValue();
  world = openFileWorld();
  http = await listenOnLoopback(world);
  proxy = await startFaultProxy(http.origin, () => ({ kind: 'none' }));
  page = openFilePage({
    accountId: 'sam',
    async fetch(url, init) {
      const headers = { ...(init?.headers as Record<string, string>), cookie: 'session=sam' };
      Reflect.deleteProperty(headers, 'authorization');
      const signal = AbortSignal.any([AbortSignal.timeout(2000), ...(init?.signal ? [init.signal] : [])]);
      return fetch(proxy.origin + url, { ...init, headers, signal });
    },
  });
});
afterEach(async () => {
  end?.abort();
  await proxy.stop();
  await http.stop();
  await closeFileWorlds();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Sends so many pictures of 600 kB through a faulty network. @returns when all are stored */
async function sendPictures(count: number): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const file = new File([new Uint8Array(toPicture(`picture ${index}`, 600_000))], `${index}.jpg`);
    ids.push((await page.queue.add(file, { bucket: 'product-pictures' })).id);
  }
  end = page.lead();
  await eventually(() => expect(page.queue.files.read()).toEqual([]), { timeout: 90_000 });
  for (const id of ids) expect((await world.files.find(id))?.state).toBe('stored');
}

test('[FI5] [R-CAL-19] 50 pictures arrive over a link that is cut every 200 kB, with at most a quarter sent twice', async () => {
  proxy.schedule = () => ({ kind: 'cut', bytes: 200_000 });
  await sendPictures(50);
  expect(proxy.requestBytes / (50 * 600_000)).toBeLessThanOrEqual(1.25);
});

test('[FI5] [R-CST-14] pictures arrive whatever happens to every third request', async () => {
  proxy.schedule = createFaultSchedule(createRandom(7), 1 / 3);
  await sendPictures(8);
});
