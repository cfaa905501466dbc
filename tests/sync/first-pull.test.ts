import { firstValueFrom } from 'rxjs';
import { beforeEach, expect, test } from 'vitest';
import { hasArrived } from '#pwa/data/sync/has-arrived.ts';
import { areAllPulled } from '#pwa/data/sync/offline-readiness.ts';
import { createConnectionMonitor, type ConnectionMonitor } from '#pwa/data/sync/connection.ts';
import { productContent } from '../support/samples.ts';
import { ONLINE, type TestDevice } from '../support/test-device.ts';
import { setUpDevices } from './device-world.ts';

const world = setUpDevices();
const FAILED = new TypeError('Failed to fetch');

let device: TestDevice;
let connection: ConnectionMonitor;
/** The requested pages, without the server's part of a checkpoint. */
let asked: string[];

beforeEach(async () => {
  device = await world.createDevice({ collections: ['products'], pageSize: 3 });
  asked = [];
  connection = createConnectionMonitor(true);
});

async function addProducts(from: number, to: number): Promise<void> {
  for (let index = from; index < to; index++) {
    const init = { method: 'PUT', as: 'admin', json: productContent(`Product ${index}`) } as const;
    await world.server.request(`/testing/data/products/product-${index}`, init);
  }
}

/** The network fails after this many pages. */
function cutAfter(pages: number): void {
  device.network = (call, { path }) => {
    if (asked.length === pages) return Promise.reject(FAILED);
    asked.push(/after=[^&]*?(\d*)(?:&|$)/.exec(path)?.[1] ?? '');
    return call();
  };
}

const isHere = () => firstValueFrom(hasArrived({ database: device.database, connection }, 'products'));

test('[PL2] [R-LST-06] a collection of several pages is complete after the last one, and an interrupted pull resumes', async () => {
  await addProducts(0, 7);
  cutAfter(2);
  await expect(device.pull('products')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await device.database.products.count().exec()).toBe(6);
  expect([await isHere(), await areAllPulled(device.database)]).toEqual([false, false]);

  cutAfter(4);
  await device.pull('products');
  expect(asked).toEqual(['', '3', '6']);
  expect([await isHere(), await areAllPulled(device.database)]).toEqual([true, true]);
});

test('[PL2] [R-LST-06] a full last page is recognized by the empty page after it', async () => {
  await addProducts(0, 3);
  cutAfter(1);
  await expect(device.pull('products')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await isHere()).toBe(false);
  device.network = ONLINE;
  await device.pull('products');
  expect(await isHere()).toBe(true);
});

test('[PL2] [R-LST-06] a complete collection stays complete while several pages of changes arrive', async () => {
  await addProducts(0, 2);
  await device.pull('products');
  await addProducts(2, 9);
  cutAfter(1);
  await expect(device.pull('products')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await isHere()).toBe(true);
});

test('[R-LST-06] without a network the local documents count as complete', async () => {
  await addProducts(0, 7);
  cutAfter(1);
  await expect(device.pull('products')).rejects.toMatchObject({ code: 'unavailable' });
  connection.setOnline(false);
  expect(await isHere()).toBe(true);
});
