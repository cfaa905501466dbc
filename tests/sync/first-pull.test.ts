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
/** The pages asked for, without the server's part of a checkpoint. */
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

/** The network breaks after so many pages. */
function cutAfter(pages: number): void {
  device.network = (call, { path }) => {
    if (asked.length === pages) return Promise.reject(FAILED);
    asked.push(/after=[^&]*?(\d*)(?:&|$)/.exec(path)?.[1] ?? '');
    return call();
  };
}

const isHere = () => firstValueFrom(hasArrived({ database: device.database, connection }, 'products'));

test('[PL2] [R-LST-06] a collection of several pages is here when the last one has come, and a pull that was cut off goes on', async () => {
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

test('[PL2] [R-LST-06] a full last page is known to be the last one by the empty page after it', async () => {
  await addProducts(0, 3);
  cutAfter(1);
  await expect(device.pull('products')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await isHere()).toBe(false);
  device.network = ONLINE;
  await device.pull('products');
  expect(await isHere()).toBe(true);
});

test('[PL2] [R-LST-06] what is here stays here while several pages of news come', async () => {
  await addProducts(0, 2);
  await device.pull('products');
  await addProducts(2, 9);
  cutAfter(1);
  await expect(device.pull('products')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await isHere()).toBe(true);
});

test('[R-LST-06] without a network what is here is all there is', async () => {
  await addProducts(0, 7);
  cutAfter(1);
  await expect(device.pull('products')).rejects.toMatchObject({ code: 'unavailable' });
  connection.setOnline(false);
  expect(await isHere()).toBe(true);
});
