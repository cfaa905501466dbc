import { afterEach, beforeEach, expect, test } from 'vitest';
import { readState } from '#pwa/data/sync/local-states.ts';
import { readCheckpoint } from '#pwa/data/sync/checkpoints.ts';
import { pullCollection } from '#pwa/data/sync/pull-collection.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestDevice, type Network, type TestDevice } from '../support/test-device.ts';

let server: CoreServer;
let device: TestDevice;

beforeEach(async () => {
  server = createCoreServer();
  device = await createTestDevice(server, { collections: ['contacts', 'checkouts'], pageSize: 2 });
});

afterEach(() => device.close());

const write = (id: string, message = 'one') => device.write('contacts', id, () => enquiryContent(message));
const waiting = async () =>
  (await device.database.outbox.find().exec()).map(({ documentId }) => documentId).sort();

/** A server with other data, which doesn't know the writes that this one acknowledged. */
function becomeReborn(): CoreServer {
  const reborn = createCoreServer();
  Object.assign(server, { app: reborn.app, store: reborn.store });
  return reborn;
}

/** Responds to pulls with the given pages, like a server restored to `restoredTo`. */
function restoredServer(restoredTo: number, documents: readonly WireDocument[]): Network {
  let isTold = false;
  return async (call, { path }) => {
    if (!path.includes('/contacts/pull')) return call();
    const isFirst = new URL(path, 'http://host').searchParams.get('after') === '';
    if (!isFirst && !isTold) {
      isTold = true;
      const error = { code: 'aborted', message: 'Restored.', reason: 'RESET', restoredTo };
      return Response.json({ error }, { status: 409 });
    }
    return Response.json({ documents: isFirst ? documents : [], checkpoint: '1.new.scope.9' });
  };
}

const acknowledged = async (id: string) => {
  const { _deleted, ...state } = (await device.read('contacts', id)) as unknown as WireDocument;
  return state as WireDocument;
};

test('[AC3] a document that is no longer readable leaves the device without a push, and may come back', async () => {
  await write('enquiry1');
  await device.sync('contacts');
  const state = await acknowledged('enquiry1');
  const sync = { ...state.sync, sequence: 9 };
  const answers: WireDocument[] = [
    { FBUID: 'enquiry1', writeId: 'any', _deleted: true, evicted: true, sync } as never,
  ];
  device.network = async (call, { path }) =>
    path.includes('/pull') ? Response.json({ documents: answers, checkpoint: 'x' }) : call();
  await device.pull('contacts');
  expect(await device.read('contacts', 'enquiry1')).toBeUndefined();
  expect(await waiting()).toEqual([]);
  // Deleted states stay in the store for weeks.
  const left = await readState(device.database, 'contacts', 'enquiry1');
  expect(Object.keys(left ?? {}).filter((field) => field.startsWith('contact'))).toEqual([]);
  answers[0] = state;
  await device.pull('contacts');
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'one' });
});

test('[AC3] an eviction doesn’t touch a document with a pending write', async () => {
  await write('enquiry1');
  await device.sync('contacts');
  await write('enquiry1', 'two');
  const evicted = { FBUID: 'enquiry1', writeId: 'any', _deleted: true, evicted: true };
  device.network = async (call, { path }) =>
    path.includes('/pull') ? Response.json({ documents: [evicted], checkpoint: 'x' }) : call();
  await device.pull('contacts');
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'two' });
});

test.each([1, 2, 3, 4])(
  '[RT2] a restart in place that is interrupted at request %i completes the next time',
  async (cut) => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await write(id);
    await device.sync('contacts');
    await write('a', 'waiting');
    const base = (await device.database.outbox.findOne('contacts|a').exec())?.base;
    const reborn = becomeReborn();
    for (const id of ['c', 'd', 'e', 'f']) {
      await reborn.request(`/testing/data/contacts/${id}`, {
        method: 'PUT',
        as: { device: device.fid },
        json: enquiryContent('of the new life'),
      });
    }
    let requests = 0;
    device.network = async (call) => {
      requests += 1;
      if (requests === cut) throw new TypeError('Failed to fetch');
      return call();
    };
    await device.pull('contacts').catch(() => undefined);
    await device.pull('contacts');
    const ids = (await device.database.contacts.find({ sort: [{ FBUID: 'asc' }] }).exec()).map(
      ({ FBUID }) => FBUID,
    );
    expect(ids).toEqual(['a', 'c', 'd', 'e', 'f']);
    const kept = (await device.database.outbox.findOne('contacts|a').exec())?.base;
    // Its number meant something in the earlier epoch only.
    expect(kept).toEqual({ ...base, sync: kept?.sync });
    expect(kept?.sync).toMatchObject({ acknowledged: base?.writeId });
    expect(await readCheckpoint(device.database, 'contacts')).toMatchObject({
      isRestarting: false,
      rewinds: [],
    });
  },
);

test('[RT2] a restart drops rewinds of the earlier epoch', async () => {
  await write('enquiry1');
  await device.push();
  await device.pull('contacts');
  await write('enquiry1', 'two');
  await device.push();
  expect((await readCheckpoint(device.database, 'contacts')).rewinds).toHaveLength(1);
  becomeReborn();
  const paths: string[] = [];
  device.network = (call, { path }) => {
    paths.push(path);
    return call();
  };
  await device.pull('contacts');
  expect(paths[1]).not.toContain('rewind=');
});

test('[RT3] an acknowledged write lost in a restore is sent again as a new write', async () => {
  await write('kept');
  await write('lost');
  await device.sync('contacts');
  const kept = await acknowledged('kept');
  device.network = restoredServer(1, [kept]);
  await device.pull('contacts');
  expect(await waiting()).toEqual(['lost']);
  expect(await device.read('contacts', 'lost')).toMatchObject({
    contactMessage: 'one',
    sync: { acknowledged: '' },
  });
  const record = await device.database.outbox.findOne('contacts|lost').exec();
  expect(record?.base).toBeNull();
});

test('[RT3] an accepted write that was lost in a restore and never pulled is sent again', async () => {
  await write('kept');
  await device.sync('contacts');
  const kept = await acknowledged('kept');
  await write('lost');
  await device.push();
  device.network = restoredServer(1, [kept]);
  await device.pull('contacts');
  expect(await waiting()).toEqual(['lost']);
  expect(await device.read('contacts', 'lost')).toMatchObject({ contactMessage: 'one' });
});

test('[RT3] a document’s lost newer state is sent again on top of the older one', async () => {
  await write('enquiry1', 'old');
  await device.sync('contacts');
  const old = await acknowledged('enquiry1');
  await write('enquiry1', 'newer');
  await device.sync('contacts');
  device.network = restoredServer(1, [old]);
  await device.pull('contacts');
  await device.pull('contacts');
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'newer' });
  const record = await device.database.outbox.findOne('contacts|enquiry1').exec();
  expect(record?.base).toMatchObject({ writeId: old.writeId });
  expect(record?.trail).toHaveLength(1);
});

test('[RT3] pending writes with a lost base are based on the server’s current state', async () => {
  await write('enquiry1', 'old');
  await device.sync('contacts');
  const old = await acknowledged('enquiry1');
  await write('enquiry1', 'lost');
  await device.sync('contacts');
  await write('enquiry1', 'waiting');
  device.network = restoredServer(1, [old]);
  await device.pull('contacts');
  const record = await device.database.outbox.findOne('contacts|enquiry1').exec();
  expect(record?.base).toMatchObject({ writeId: old.writeId });
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'waiting' });
});

test('[RT3] a device doesn’t resend documents it may not write', async () => {
  await write('lost');
  await device.sync('contacts');
  device.network = restoredServer(0, []);
  const { database, client } = device;
  await pullCollection(
    { database, client, pace: { size: 2, most: 2 }, clock: server.clock, maySend: () => false },
    'contacts',
  );
  expect(await waiting()).toEqual([]);
  expect(await device.read('contacts', 'lost')).toBeUndefined();
});

test('[RT3] writes made after the restore are newer than the lost ones', async () => {
  await write('enquiry1', 'lost');
  await device.sync('contacts');
  const lost = await acknowledged('enquiry1');
  const theirs = {
    ...lost,
    writeId: 'theirs',
    contactMessage: 'theirs',
    sync: { ...lost.sync, sequence: 5 },
  };
  device.network = restoredServer(0, [theirs as never]);
  await device.pull('contacts');
  expect(await device.read('contacts', 'enquiry1')).toMatchObject({ contactMessage: 'theirs' });
});

test('[RT3] [F60] the cart survives a server that lost everything', async () => {
  await device.write('checkouts', device.fid, () => ({ checkoutItems: [] }));
  await device.sync('checkouts');
  const reborn = becomeReborn();
  await device.pull('checkouts');
  expect(await device.read('checkouts', device.fid)).toBeDefined();
  await device.sync('checkouts');
  expect(await reborn.store.read({ collection: 'checkouts', id: device.fid })).toMatchObject({ sequence: 1 });
  expect(await device.database.rejectedChanges.find().exec()).toEqual([]);
});

test('[RT3] [F60] a cart with a pending deletion stays deleted on a server that lost everything', async () => {
  await device.write('checkouts', device.fid, () => ({ checkoutItems: [] }));
  await device.sync('checkouts');
  await device.write('checkouts', device.fid, () => 'delete');
  const reborn = becomeReborn();
  await device.pull('checkouts');
  await device.sync('checkouts');
  expect(await device.read('checkouts', device.fid)).toBeUndefined();
  expect((await reborn.store.read({ collection: 'checkouts', id: device.fid }))?.deleted).not.toBe(false);
  expect(await device.database.rejectedChanges.find().exec()).toEqual([]);
});
