import { expect, test } from 'vitest';
import { applyVerdict } from '#pwa/data/sync/apply-verdict.ts';
import { nextBatch } from '#pwa/data/sync/push-writes.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { OFFLINE, ONLINE, type TestDevice } from '../support/test-device.ts';
import { setUpDevices } from './device-world.ts';

const world = setUpDevices();
const { createDevice } = world;

const rejectedChangesOf = async (device: TestDevice) =>
  (await device.database.rejectedChanges.find().exec()).map((rejectedChange) => rejectedChange.toJSON());

test('[RJ1] a refused change reverts to the server’s state, and its content is kept as a rejected change', async () => {
  await world.server.request('/testing/data/products/recon-vtol', {
    method: 'PUT',
    as: 'admin',
    json: productContent(),
  });
  const shopper = await createDevice({ collections: ['products'] });
  await shopper.pull('products');
  await shopper.write('products', 'recon-vtol', () => productContent('Cheaper by half'));
  await shopper.sync('products');
  expect(await shopper.read('products', 'recon-vtol')).toMatchObject({ productName: 'Recon VTOL' });
  expect(await rejectedChangesOf(shopper)).toMatchObject([
    { kind: 'rejected', code: 'permission-denied', content: { productName: 'Cheaper by half' } },
  ]);
  expect(await shopper.database.outbox.find().exec()).toEqual([]);
});

test('[RJ2] a refused create disappears from every list and can be sent again as a new write', async () => {
  const shopper = await createDevice({ collections: ['products'] });
  await shopper.write('products', 'my-drone', () => productContent('My drone'));
  await shopper.sync('products');
  expect(await shopper.database.products.find().exec()).toEqual([]);
  expect(await rejectedChangesOf(shopper)).toMatchObject([
    { documentId: 'my-drone', content: { productName: 'My drone' } },
  ]);
  await shopper.write('products', 'my-drone', () => productContent('My drone'));
  const batch = await nextBatch(shopper.database);
  expect(batch[0]?.row.assumedMasterState).toBeUndefined();
});

test('[RJ2] a refusal interrupted between its steps keeps one rejected change', async () => {
  const shopper = await createDevice({ collections: ['products'] });
  await shopper.write('products', 'my-drone', () => productContent('My drone'));
  const pushed = (await nextBatch(shopper.database))[0];
  if (!pushed) throw new Error('nothing waits');
  const context = { database: shopper.database, clock: world.server.clock };
  const writeId = String(pushed.row.newDocumentState.writeId);
  const verdict = {
    id: 'my-drone',
    writeId,
    verdict: 'rejected',
    code: 'permission-denied',
    message: 'No.',
  } as const;
  await applyVerdict(context, pushed, verdict);
  await applyVerdict(context, pushed, verdict);
  expect(await rejectedChangesOf(shopper)).toHaveLength(1);
});

test('[RJ1] a refused write that was corrected meanwhile leaves no rejected change; the correction gets its own verdict', async () => {
  const device = await createDevice();
  await device.write('contacts', 'enquiry1', () => enquiryContent('one'));
  const pushed = (await nextBatch(device.database))[0];
  if (!pushed) throw new Error('nothing waits');
  await device.write('contacts', 'enquiry1', () => enquiryContent('two'));
  const writeId = String(pushed.row.newDocumentState.writeId);
  const verdict = {
    id: 'enquiry1',
    writeId,
    verdict: 'rejected',
    code: 'invalid-argument',
    message: 'No.',
  } as const;
  await applyVerdict({ database: device.database, clock: world.server.clock }, pushed, verdict);
  expect(await rejectedChangesOf(device)).toEqual([]);
  await device.sync('contacts');
  expect(await world.server.store.read({ collection: 'contacts', id: 'enquiry1' })).toMatchObject({
    data: { contactMessage: 'two' },
  });
});

test('[CF1] edits of different fields on two devices both survive; of the same field, mine becomes a rejected change', async () => {
  const [mine, theirs] = [await createDevice({ session: 'ada' }), await createDevice({ session: 'ada' })];
  await mine.write('contacts', 'enquiry1', () => enquiryContent('one'));
  await mine.sync('contacts');
  await theirs.pull('contacts');
  mine.network = OFFLINE;
  await mine.write('contacts', 'enquiry1', () => ({
    ...enquiryContent('mine'),
    contactPhone: '0400 000 000',
  }));
  await theirs.write('contacts', 'enquiry1', () => ({
    ...enquiryContent('theirs'),
    contactCompany: 'Byrne Pastoral',
  }));
  await theirs.sync('contacts');
  mine.network = ONLINE;
  await mine.sync('contacts');
  await theirs.pull('contacts');
  const merged = { contactMessage: 'theirs', contactPhone: '0400 000 000', contactCompany: 'Byrne Pastoral' };
  expect(await mine.read('contacts', 'enquiry1')).toMatchObject(merged);
  expect(await theirs.read('contacts', 'enquiry1')).toMatchObject(merged);
  expect(await rejectedChangesOf(mine)).toMatchObject([
    { kind: 'conflict', content: { contactMessage: { mine: 'mine', theirs: 'theirs' } } },
  ]);
});

test('[CF3] an edit of a document deleted elsewhere becomes a rejected change, and the deletion wins', async () => {
  const [mine, theirs] = [await createDevice({ session: 'ada' }), await createDevice({ session: 'ada' })];
  await mine.write('contacts', 'enquiry1', () => enquiryContent('one'));
  await mine.sync('contacts');
  await theirs.pull('contacts');
  await theirs.write('contacts', 'enquiry1', () => 'delete');
  await theirs.sync('contacts');
  await mine.write('contacts', 'enquiry1', () => enquiryContent('my edit'));
  await mine.sync('contacts');
  expect(await mine.read('contacts', 'enquiry1')).toBeUndefined();
  expect(await rejectedChangesOf(mine)).toMatchObject([
    { kind: 'deleted-there', content: { contactMessage: 'my edit' } },
  ]);
});
