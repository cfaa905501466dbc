import { afterEach, beforeEach, expect, test } from 'vitest';
import { listRecords, noteWrite } from '#pwa/data/sync/outbox.ts';
import { nextBatch } from '#pwa/data/sync/push-writes.ts';
import { pullPage } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { RESPONSE_LOST, createTestDevice, OFFLINE, ONLINE, type TestDevice } from '../support/test-device.ts';

const KEY = { collection: 'contacts', id: 'enquiry1' };

let clock: TestClock;
let server: CoreServer;
let device: TestDevice;

beforeEach(async () => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  device = await createTestDevice(server);
});

afterEach(() => device.close());

async function writeMessage(message: string): Promise<void> {
  clock.advance(60_000);
  await device.write('contacts', 'enquiry1', () => enquiryContent(message));
}

test('[HI3] edits made offline appear one by one in the history, with the device’s own times', async () => {
  for (const message of ['one', 'two', 'three']) await writeMessage(message);
  await device.sync('contacts');
  const history = await server.store.history(KEY, undefined, 10);
  expect(history.map(({ operation, data, madeAt }) => [operation, data['contactMessage'], madeAt])).toEqual([
    ['create', 'three', '2026-03-02T20:03:00.000+11:00'],
    ['coalesced', 'two', '2026-03-02T20:02:00.000+11:00'],
    ['coalesced', 'one', '2026-03-02T20:01:00.000+11:00'],
  ]);
});

test('[HI3] a write that was recorded but never made is in no history', async () => {
  await writeMessage('one');
  const made = await device.read('contacts', 'enquiry1');
  const entry = { writeId: 'never', previous: String(made?.['writeId']), at: '', deleted: false, data: {} };
  await noteWrite(device.database, { ...KEY, base: undefined, entry, order: 0 });
  await device.sync('contacts');
  expect(await server.store.history(KEY, undefined, 10)).toHaveLength(1);
});

test('[PU8] a push sends only the writeId of a write’s base', async () => {
  await writeMessage('one');
  await device.sync('contacts');
  const base = await device.read('contacts', 'enquiry1');
  await writeMessage('two');
  const batch = await nextBatch(device.database);
  expect(batch[0]?.row.assumedMasterState).toEqual({ writeId: base?.['writeId'] });
  expect(batch[0]?.row.newDocumentState).not.toHaveProperty('sync');
});

/** The contacts in the order in which the server accepted them. */
async function storedOrder(): Promise<readonly string[]> {
  const { documents } = await pullPage(server, 'admin', 'contacts', 'limit=100');
  return documents.map(({ FBUID }) => FBUID);
}

test('[PU7] [F54] writes made before and after the clock is set back arrive in the order of writing', async () => {
  const ids = ['e9', 'e8', 'e7', 'e6', 'e5', 'e4', 'e3', 'e2', 'e1', 'e0'];
  for (const [index, id] of ids.entries()) {
    clock.advance(index === 5 ? -86_400_000 : 1000);
    await device.write('contacts', id, () => enquiryContent());
  }
  await device.push();
  expect(await storedOrder()).toEqual(ids);
});

test.each([
  [
    'one after another',
    async (writes: readonly (() => Promise<void>)[]) => {
      for (const write of writes) await write();
    },
  ],
  [
    'at once',
    async (writes: readonly (() => Promise<void>)[]) =>
      void (await Promise.all(writes.map((write) => write()))),
  ],
])('[PU7] ten writes in one millisecond, made %s, arrive in the order of writing', async (_how, make) => {
  const ids = ['a9', 'a8', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2', 'a1', 'a0'];
  await make(ids.map((id) => () => device.write('contacts', id, () => enquiryContent())));
  await device.push();
  expect(await storedOrder()).toEqual(ids);
});

test('[PU7] a write follows those of another tab and those noted with a time by an earlier version of the app', async () => {
  const entry = { writeId: 'w1', previous: '', at: '', deleted: false, data: {} };
  const noted = { collection: 'contacts', id: 'z', base: undefined, entry };
  await noteWrite(device.database, { ...noted, order: Date.parse('2030-01-01T00:00:00Z') });
  await device.write('contacts', 'a', () => enquiryContent());
  expect((await listRecords(device.database)).map(({ documentId }) => documentId)).toEqual(['z', 'a']);
});

test('[PU4] after a lost response, another edit of the same field is accepted unchanged', async () => {
  await writeMessage('one');
  device.network = RESPONSE_LOST;
  await device.push().catch(() => undefined);
  await writeMessage('two');
  device.network = ONLINE;
  await device.sync('contacts');
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'two' });
  const history = await server.store.history(KEY, undefined, 10);
  expect(history.map(({ data }) => data['contactMessage'])).toEqual(['two', 'one']);
  expect(await device.database.rejectedChanges.find().exec()).toEqual([]);
});

test('[PU6] a write equal to the server’s state writes nothing, and the device adopts the server’s writeId', async () => {
  await writeMessage('one');
  await device.sync('contacts');
  const before = await device.read('contacts', 'enquiry1');
  device.network = OFFLINE;
  await writeMessage('two');
  await writeMessage('one');
  device.network = ONLINE;
  await device.sync('contacts');
  expect(await server.store.newestSequence()).toBe(1);
  expect(await device.read('contacts', 'enquiry1')).toEqual(before);
  expect(await device.database.outbox.find().exec()).toEqual([]);
});

test('[PU7] documents are pushed in the order they were written, across collections', async () => {
  const two = await createTestDevice(server, { collections: ['contacts', 'checkouts'] });
  await two.write('checkouts', two.fid, () => ({ checkoutItems: [] }));
  clock.advance(1);
  await two.write('contacts', 'enquiry1', () => enquiryContent());
  await two.push();
  const order = await Promise.all(
    [{ collection: 'checkouts', id: two.fid }, KEY].map(
      async (key) => (await server.store.read(key))?.sequence,
    ),
  );
  expect(order).toEqual([1, 2]);
  await two.close();
});

test('[R-CNS-02] an enquiry with an id is updated, one without is created', async () => {
  await writeMessage('one');
  await device.sync('contacts');
  await writeMessage('two');
  await device.sync('contacts');
  const history = await server.store.history(KEY, undefined, 10);
  expect(history.map(({ operation }) => operation)).toEqual(['update', 'create']);
});

test('[F36] of two writes at once the later one counts, also when it is what is stored', async () => {
  await writeMessage('one');
  await Promise.all([
    device.write('contacts', 'enquiry1', () => enquiryContent('two')),
    device.write('contacts', 'enquiry1', () => enquiryContent('one')),
  ]);
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'one' });
});
