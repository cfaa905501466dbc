import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import { mergeIntoProfile } from '#pwa/data/session/profile.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { put } from '../contracts/document-store-writes.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import { createTestDevice, OFFLINE, type TestDevice } from '../support/test-device.ts';

const ADA = { id: 'ada', email: 'ada@example.com', photo: 'https://example.com/ada.jpg' };
const PLACE = { collection: 'profiles', id: 'ada' };

let server: CoreServer;
let devices: TestDevice[];

beforeEach(() => {
  server = createCoreServer();
  server.sessions.set('ada', { accountId: 'ada', email: ADA.email, isStaff: false });
  devices = [];
});

afterEach(() => Promise.all(devices.map((device) => device.close())));

/** A device where Ada has just signed in. */
async function signedIn(): Promise<TestDevice> {
  const device = await createTestDevice(server, { session: 'ada', collections: ['profiles', 'orders'] });
  devices.push(device);
  return device;
}

const history = () => server.store.history(PLACE, undefined, 10);

test('[R-AUT-04] [R-AUT-05] the first sign-in creates the profile from the account and saves it on the server', async () => {
  const device = await signedIn();
  await device.pull('profiles');
  const profile = await mergeIntoProfile(device, ADA, 1000);
  expect(profile).toEqual({ ...EMPTY_PROFILE, profileEmail: ADA.email, profileImage: ADA.photo });
  await device.sync('profiles');
  expect((await history()).map(({ data }) => data)).toMatchObject([profile]);
});

test('[R-AUT-04] [R-AUT-05] on another device the stored profile is loaded first, then overridden by the account’s details', async () => {
  const first = await signedIn();
  await first.pull('profiles');
  const stored = {
    ...EMPTY_PROFILE,
    profileNameGiven: 'Ada',
    profileTypeClient: true,
    profileMobile: '0400',
  };
  await first.write('profiles', 'ada', () => ({ ...stored, profileEmail: 'old@example.com' }));
  await first.sync('profiles');

  const second = await signedIn();
  const merging = mergeIntoProfile(second, ADA, 5000);
  await second.pull('profiles');
  const merged = { ...stored, profileEmail: ADA.email, profileImage: ADA.photo };
  expect(await merging).toEqual(merged);
  await second.sync('profiles');
  expect(await second.read('profiles', 'ada')).toMatchObject(merged);
  expect((await history()).map(({ operation }) => operation)).toEqual(['update', 'create']);

  await mergeIntoProfile(second, ADA, 1000);
  await second.sync('profiles');
  expect(await history(), 'nothing changed').toHaveLength(2);
});

test('[R-ERR-02] a profile that doesn’t load in time is an error, and is not overwritten', async () => {
  const device = await signedIn();
  device.network = OFFLINE;
  await expect(mergeIntoProfile(device, ADA, 20)).rejects.toThrow('did not come in time');
  expect(await device.read('profiles', 'ada')).toBeUndefined();
});

test('[AU11] an empty phone number is that of the newest order paid with the address; a stored one stays', async () => {
  const place = async (id: string, changes: Partial<PaidOrder>) => {
    const { writeId: _writeId, sync: _sync, ...order } = STORED_DOCUMENTS.orders;
    const audience = 'account:ada' as const;
    const data = { ...order, FBUID: id, ...changes };
    await put(server.store, { collection: 'orders', id, deleted: false, writeId: `w-${id}`, audience, data });
  };
  await place('first', { orderPaidAt: '2026-03-01T00:00:00.000Z', orderPhone: '0400 000 001' });
  await place('second', { orderPaidAt: '2026-03-02T00:00:00.000Z', orderPhone: '0400 000 002' });
  await place('of another', {
    orderPaidAt: '2026-03-03T00:00:00.000Z',
    orderPhone: '0400 000 003',
    orderEmail: 'ben@example.com',
  });
  const device = await signedIn();
  await device.pull('orders');
  await device.pull('profiles');
  expect(await mergeIntoProfile(device, ADA, 1000)).toMatchObject({ profileMobile: '0400 000 002' });
  await device.write('profiles', 'ada', () => ({ ...EMPTY_PROFILE, profileMobile: '0411' }));
  expect(await mergeIntoProfile(device, ADA, 1000)).toMatchObject({ profileMobile: '0411' });
});
