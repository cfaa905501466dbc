import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PushResponse } from '#shared/sync/messages.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { historyOf, PUSH, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { importFile, toLines } from '../support/job-calls.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';
import { createTestDevice, type TestDevice } from '../support/test-device.ts';

const COUNT = 600;
/** Chosen so that the import takes about a dozen commits. */
const LONG = { value: 'x'.repeat(5000), label: '', description: '' };
const ADA = { device: 'ada' };

let disk: TemporaryStore;
let server: CoreServer;
let devices: TestDevice[];

beforeEach(async () => {
  disk = openTemporaryStore();
  server = createCoreServer(disk.store);
  signIn(server, 'sam', true);
  devices = [];
  for (let index = 0; index < 2; index++) {
    devices.push(await createTestDevice(server, { session: 'sam', collections: ['products'] }));
  }
});
afterEach(async () => {
  await Promise.all(devices.map((device) => device.close()));
  await disk.dispose();
});

const idOf = (index: number) => `product-${index}`;

async function importCatalogue(name: string): Promise<void> {
  const documents = Array.from({ length: COUNT }, (_, index) => ({
    createdAt: '2026-03-02T09:00:00.000Z',
    FBUID: idOf(index),
    ...productContent(name, `price_${index}`),
    productFeatures: [LONG],
  }));
  expect(await importFile(server, 'products', toLines(documents))).toMatchObject({ state: 'done' });
}

test('[F62] an import and concurrent device writes leave one history entry each and one state everywhere', async () => {
  await importCatalogue('first');
  const [left, right] = devices as [TestDevice, TestDevice];
  for (const device of devices) await device.pull('products');

  let isDone = false;
  const importing = importCatalogue('second').finally(() => (isDone = true));
  let edits = 0;
  while (!isDone) {
    const id = idOf(edits * 40);
    const edit = `edit ${edits}`;
    await left.write('products', id, (product) => ({
      ...productContent(product?.productName, `price_${edits * 40}`),
      STUPID: edit,
    }));
    await left.push();
    await right.pull('products');
    edits += 1;
  }
  await importing;
  expect(edits).toBeGreaterThan(2);
  // Conflicts were merged into new writes, which reach every device in two rounds.
  for (let round = 0; round < 2; round++) for (const device of devices) await device.sync('products');

  for (const device of devices) expect(await device.database.outbox.count().exec()).toBe(0);
  for (let index = 0; index < COUNT; index += 40) {
    const key = { collection: 'products', id: idOf(index) };
    const stored = await disk.store.read(key);
    for (const device of devices) {
      expect(await device.read('products', key.id)).toMatchObject({
        writeId: stored?.writeId,
        ...stored?.data,
      });
    }
    expect(stored?.data['productName']).toBe('second');
    const entries = await historyOf(server, 'admin', `products/${key.id}`);
    expect(entries.length).toBeGreaterThanOrEqual(2);
    expect(new Set(entries.map(({ writeId }) => writeId)).size).toBe(entries.length);
  }
});

test('[F62] pushes are accepted between the parts of an import, not only after it', async () => {
  let isDone = false;
  const importing = importCatalogue('first').finally(() => (isDone = true));
  const sequences: number[] = [];
  for (let count = 0; !isDone; count++) {
    const verdict = await pushRow(server, ADA, 'contacts', row(`e${count}`, `w${count}`, enquiryContent()));
    expect(verdict.verdict).toBe('accepted');
    sequences.push((await disk.store.read({ collection: 'contacts', id: `e${count}` }))?.sequence ?? 0);
  }
  await importing;
  const between = sequences.filter((sequence) => sequence > 1 && sequence < COUNT);
  expect(between.length).toBeGreaterThan(3);
  expect(await disk.store.newestSequence()).toBe(COUNT + sequences.length);
});

test('[F62] an import with an invalid document writes nothing, and pushes continue', async () => {
  const good = { FBUID: 'good', createdAt: '2026-03-02T09:00:00.000Z', ...productContent() };
  const bad = { FBUID: 'bad', ...productContent(), productName: 7 };
  const [imported, pushed] = await Promise.all([
    importFile(server, 'products', toLines([good, bad])),
    server.request(PUSH, {
      as: ADA,
      method: 'POST',
      json: { rows: [row('one', 'w1', enquiryContent())] },
    }),
  ]);
  expect(imported).toMatchObject({ state: 'failed' });
  expect(((await pushed.json()) as PushResponse).verdicts).toMatchObject([{ verdict: 'accepted' }]);
  expect(await disk.store.newestSequence()).toBe(1);
  expect(await disk.store.read({ collection: 'products', id: 'good' })).toBeUndefined();
});
