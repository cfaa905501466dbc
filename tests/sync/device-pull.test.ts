import { expect, test } from 'vitest';
import { decidePulled } from '#pwa/data/sync/apply-page.ts';
import { readCheckpoint } from '#pwa/data/sync/checkpoints.ts';
import { createCoreServer } from '../support/core-server.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { OFFLINE, ONLINE } from '../support/test-device.ts';
import { setUpDevices } from './device-world.ts';

const world = setUpDevices();
const { createDevice } = world;

test('[PL4] a newer state that a pull skipped during a push still arrives', async () => {
  const [mine, theirs] = [await createDevice({ session: 'ada' }), await createDevice({ session: 'ada' })];
  await mine.write('contacts', 'enquiry1', () => enquiryContent('one'));
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  const hasArrived = new Promise<void>((resolve) => {
    mine.network = async (call) => {
      const response = await call();
      resolve();
      await isHeld;
      return response;
    };
  });
  const push = mine.push();
  await hasArrived;
  await theirs.pull('contacts');
  await theirs.write('contacts', 'enquiry1', () => enquiryContent('two'));
  await theirs.push();
  mine.network = ONLINE;
  await mine.pull('contacts');
  answer();
  await push;
  expect(await mine.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'one' });
  await mine.pull('contacts');
  expect(await mine.read('contacts', 'enquiry1')).toMatchObject({
    contactMessage: 'two',
    sync: { sequence: 2 },
  });
});

test('[PL4] a rewind survives a restart and is dropped once it is done', async () => {
  const device = await createDevice();
  await device.write('contacts', 'enquiry1', () => enquiryContent());
  await device.push();
  expect((await readCheckpoint(device.database, 'contacts')).rewinds).toHaveLength(1);
  await device.pull('contacts');
  expect((await readCheckpoint(device.database, 'contacts')).rewinds).toEqual([]);
});

test('[PL2] a device stops at the first page that is not full, and has everything', async () => {
  for (let index = 0; index < 7; index++) {
    const init = { method: 'PUT', as: 'admin', json: productContent(`Product ${index}`) } as const;
    await world.server.request(`/testing/data/products/product-${index}`, init);
  }
  const device = await createDevice({ collections: ['products'], pageSize: 3 });
  let pages = 0;
  device.network = (call) => {
    pages += 1;
    return call();
  };
  await device.pull('products');
  expect(await device.database.products.count().exec()).toBe(7);
  expect(pages).toBe(3);
  await device.pull('products');
  expect(pages).toBe(4);
});

test('[SQ3] in a new epoch the device pulls everything again in place and keeps pending writes', async () => {
  const device = await createDevice();
  await device.write('contacts', 'acknowledged', () => enquiryContent('old'));
  await device.sync('contacts');
  await device.write('contacts', 'waiting', () => enquiryContent('new'));
  const reborn = createCoreServer();
  device.network = (call) => call();
  Object.assign(world.server, { app: reborn.app, store: reborn.store });
  await device.pull('contacts');
  expect(await device.read('contacts', 'acknowledged')).toBeUndefined();
  expect(await device.read('contacts', 'waiting')).toMatchObject({ contactMessage: 'new' });
  await device.sync('contacts');
  expect(await reborn.store.read({ collection: 'contacts', id: 'waiting' })).toMatchObject({ sequence: 1 });
});

test('[SQ3] after sign-in the device pulls the documents it may now read; after sign-out it drops them', async () => {
  world.server.sessions.set('staff', { accountId: 'staff', email: 'staff@example.com', isStaff: true });
  const shopper = await createDevice();
  await shopper.write('contacts', 'enquiry1', () => enquiryContent());
  await shopper.sync('contacts');
  const device = await createDevice();
  await device.pull('contacts');
  expect(await device.read('contacts', 'enquiry1')).toBeUndefined();
  const staff = await createDevice({ session: 'staff' });
  await staff.pull('contacts');
  expect(await staff.read('contacts', 'enquiry1')).toBeDefined();
  world.server.sessions.delete('staff');
  await staff.pull('contacts');
  expect(await staff.read('contacts', 'enquiry1')).toBeUndefined();
});

test('[CL3] a pull never overwrites a document with a pending write', async () => {
  const [mine, theirs] = [await createDevice({ session: 'ada' }), await createDevice({ session: 'ada' })];
  await mine.write('contacts', 'enquiry1', () => enquiryContent('one'));
  await mine.sync('contacts');
  await theirs.pull('contacts');
  await theirs.write('contacts', 'enquiry1', () => enquiryContent('theirs'));
  await theirs.sync('contacts');
  mine.network = OFFLINE;
  await mine.write('contacts', 'enquiry1', () => enquiryContent('mine'));
  mine.network = ONLINE;
  await mine.pull('contacts');
  expect(await mine.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'mine' });
});

test('[CL9] a state the device already has is not written again, one with another sequence is', () => {
  const state = {
    FBUID: 'a',
    writeId: 'w',
    sync: { sequence: 3, acknowledged: 'w', updatedAt: '', updatedBy: '' },
  };
  const local = {
    ...state,
    text: 'stored',
    _deleted: false,
    _rev: '1-a',
    _meta: { lwt: 1 },
    _attachments: {},
  };
  const context = { local, record: undefined, isRestarting: false };
  expect(decidePulled({ ...state, text: 'the same write' }, context)).toEqual({ outcome: 'leave' });
  const newer = { ...state, sync: { ...state.sync, sequence: 4 } };
  expect(decidePulled(newer, context)).toMatchObject({ outcome: 'take' });
});

test('[PL3] a deletion reaches the other device in a page', async () => {
  const [mine, theirs] = [await createDevice({ session: 'ada' }), await createDevice({ session: 'ada' })];
  await mine.write('contacts', 'enquiry1', () => enquiryContent());
  await mine.sync('contacts');
  await theirs.pull('contacts');
  await mine.write('contacts', 'enquiry1', () => 'delete');
  await mine.sync('contacts');
  await theirs.pull('contacts');
  expect(await theirs.read('contacts', 'enquiry1')).toBeUndefined();
});
