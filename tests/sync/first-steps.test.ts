import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { RESPONSE_LOST, createTestDevice, OFFLINE, type TestDevice } from '../support/test-device.ts';

let server: CoreServer;
let device: TestDevice;

beforeEach(async () => {
  server = createCoreServer();
  device = await createTestDevice(server);
});

afterEach(() => device.close());

test('[R-SYN-01] a write is visible on the device at once and is pending', async () => {
  device.network = OFFLINE;
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  const local = await device.read('contacts', 'enquiry1');
  expect(local).toMatchObject({ contactName: 'Ada Byrne', sync: { sequence: 0, acknowledged: '' } });
});

test('[R-SYN-02] a push acknowledges a pending write', async () => {
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await device.sync('contacts');
  const local = await device.read('contacts', 'enquiry1');
  expect(local).toMatchObject({
    sync: { sequence: 1, acknowledged: local?.['writeId'], updatedBy: 'no user found' },
  });
  expect(await device.database.outbox.find().exec()).toEqual([]);
  const stored = await server.store.read({ collection: 'contacts', id: 'enquiry1' });
  expect(stored).toMatchObject({ writeId: local?.['writeId'], owner: `device:${device.fid}` });
});

test('[PU3] a write whose response was lost is stored once and acknowledged on the retry', async () => {
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  device.network = RESPONSE_LOST;
  await expect(device.push()).rejects.toThrow('could not be reached');
  device.network = (call) => call();
  await device.sync('contacts');
  const history = await server.store.history({ collection: 'contacts', id: 'enquiry1' }, undefined, 10);
  expect(history).toHaveLength(1);
  const local = await device.read('contacts', 'enquiry1');
  expect(local).toMatchObject({ sync: { acknowledged: local?.['writeId'] } });
});
