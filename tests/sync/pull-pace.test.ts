import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPullPace, pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { pushRows, row } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { fillCollection } from '../support/job-calls.ts';
import { productContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice, type TestDevice } from '../support/test-device.ts';

const PRODUCTS = 2500;

let clock: TestClock;
let device: TestDevice;
/** Limits of the requested pages. */
let limits: number[];
/** How long each page is under way. */
let delayMs: number;
/** Numbers of the requests that fail. */
let failing: readonly number[];

beforeEach(async () => {
  clock = createTestClock();
  const server = createCoreServer(undefined, clock);
  for (let first = 0; first < PRODUCTS; first += 100) {
    const rows = Array.from({ length: 100 }, (_, place) =>
      row(`p${first + place}`, `w${first + place}`, productContent(`Drone ${first + place}`)),
    );
    await pushRows(server, 'admin', 'products', rows);
  }
  device = await createTestDevice(server, { collections: ['products'], clock });
  [limits, delayMs, failing] = [[], 0, []];
  device.network = (call, { path }) => {
    limits.push(Number(new URLSearchParams(path.split('?')[1]).get('limit')));
    clock.advance(delayMs);
    return failing.includes(limits.length) ? Promise.reject(new TypeError('Failed to fetch')) : call();
  };
});
afterEach(() => device.close());

const count = () => device.database.products.count().exec();

async function pull(pace = createPullPace()): Promise<void> {
  const { database, client } = device;
  await pullCollection({ database, client, clock, pace }, 'products');
}

test('[PL5] pages grow to a thousand documents while full ones come quickly', async () => {
  await pull();
  expect(await count()).toBe(PRODUCTS);
  expect(limits).toEqual([200, 400, 800, 1000, 1000]);
});

test('[PL5] pages don’t grow on a slow link', async () => {
  delayMs = 3000;
  await pull();
  expect(await count()).toBe(PRODUCTS);
  expect(new Set(limits)).toEqual(new Set([200]));
});

test('[PL5] pages get smaller after each failed request, and grow again', async () => {
  failing = [3, 4];
  const pace = createPullPace();
  for (let attempt = 0; attempt < 2; attempt++) await expect(pull(pace)).rejects.toThrow();
  await pull(pace);
  expect(await count()).toBe(PRODUCTS);
  expect(limits).toEqual([200, 400, 800, 400, 200, 400, 800, 1000]);
});

test('[PL5] [T22] a device asks for fewer documents at once while they are too large for one page', async () => {
  const server = createCoreServer(undefined, clock);
  const notes = Array.from({ length: 300 }, (_none, index) => ({
    FBUID: `p${index}`,
    ...productContent(`Drone ${index}`),
    productFeatures: Array.from({ length: 60 }, () => ({
      value: 'x'.repeat(1000),
      label: '',
      description: '',
    })),
  }));
  await fillCollection(server, 'products', notes);
  const other = await createTestDevice(server, { collections: ['products'], clock });
  other.network = (call, { path }) => {
    limits.push(Number(new URLSearchParams(path.split('?')[1]).get('limit')));
    return call();
  };
  const { database, client } = other;
  await pullCollection({ database, client, clock, pace: createPullPace() }, 'products');
  expect(await database.products.count().exec()).toBe(300);
  // 8 MiB are 139 of them.
  expect(limits).toEqual([200, 100, 200, 100, 200]);
  await other.close();
});
