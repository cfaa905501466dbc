import { expect, test } from 'vitest';
import { createId } from '#shared/kernel/ids.ts';
import { unparkWrites } from '#pwa/data/sync/parked-writes.ts';
import { tidyOutbox } from '#pwa/data/sync/push-writes.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { createDeviceStorage } from '../soak/device-storage.ts';
import { createCoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestDevice, OFFLINE, type Network } from '../support/test-device.ts';

const WRITES = 1200;
const MONTH_MS = 30 * 86_400_000;
/** While the fifth response is applied: each acknowledged row and each rewind is one write to the disk. */
const WRITES_BEFORE_DEATH = 450;

test('[F59] [PU7] 1,200 writes of a month offline are sent in batches of at most 100, each once, despite a crash halfway', async () => {
  const clock = createTestClock();
  const server = createCoreServer(createSuiteStore(), clock);
  const disk = createDeviceStorage().openFor(0);
  const sent: string[][] = [];
  const counting: Network = (call, { path, body }) => {
    if (path.endsWith('/push')) {
      const { rows } = JSON.parse(body) as { rows: { newDocumentState: { FBUID: string } }[] };
      sent.push(rows.map(({ newDocumentState }) => newDocumentState.FBUID));
    }
    return call();
  };
  const place = { fid: createId(), name: `pending${createId().toLowerCase()}`, clock };
  const open = async () => {
    const storage = disk.storage as never;
    return createTestDevice(server, { ...place, storage, collections: ['contacts'] });
  };
  const ids = Array.from({ length: WRITES }, (_, index) => `enquiry${String(index).padStart(4, '0')}`);

  let device = await open();
  device.network = OFFLINE;
  for (const id of ids) {
    clock.advance(MONTH_MS / WRITES);
    await device.write('contacts', id, () => enquiryContent(`written as ${id}`));
  }
  device.network = counting;
  disk.dieAfter(WRITES_BEFORE_DEATH);
  await expect(device.push()).rejects.toThrow('The tab has died.');
  await device.close();

  disk.dieAfter(undefined);
  device = await open();
  device.network = counting;
  await tidyOutbox(device.database, clock.now());
  await unparkWrites(device.database);
  const before = sent.length;
  const left = (await device.database.outbox.find().exec()).length;
  expect(left, 'what was confirmed before the death stays confirmed').toBeLessThan(WRITES - 400);
  expect(left).toBeGreaterThan(WRITES - 500);
  await device.push();
  await device.pull('contacts');

  expect(Math.max(...sent.map((rows) => rows.length))).toBe(100);
  expect(sent.slice(before).flat(), 'nothing that was confirmed is sent again').toHaveLength(left);
  expect([...new Set(sent.flat())], 'in the order of writing').toEqual(ids);
  expect(await device.database.outbox.find().exec()).toEqual([]);
  expect(await device.database.rejectedChanges.find().exec()).toEqual([]);
  const documents = await device.database.contacts.find({ sort: [{ FBUID: 'asc' }] }).exec();
  expect(documents.map(({ FBUID }) => FBUID)).toEqual(ids);
  expect(documents.filter(({ writeId, sync }) => writeId !== sync.acknowledged)).toEqual([]);
  for (const id of ids) {
    const history = await server.store.history({ collection: 'contacts', id }, undefined, 10);
    expect(history.map(({ data }) => data['contactMessage'])).toEqual([`written as ${id}`]);
  }
  await device.close();
}, 120_000);
