import { afterEach, beforeEach, expect, test } from 'vitest';
import { readState } from '#pwa/data/sync/local-states.ts';
import { dropOrphans, findRecords, noteWrite } from '#pwa/data/sync/outbox.ts';
import { toChain } from '#pwa/data/sync/outbox-record.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { isoNow } from '#shared/kernel/clock.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice, ONLINE, type TestDevice } from '../support/test-device.ts';
import { createInterleavedStorage, type InterleavedStorage } from './interleaved-storage.ts';

let clock: TestClock;
let server: CoreServer;
let disk: InterleavedStorage;
let ada: TestDevice;

beforeEach(async () => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  server.sessions.set('ada', { accountId: 'ada', email: 'ada@example.com', isStaff: false });
  disk = createInterleavedStorage();
  ada = await createTestDevice(server, { session: 'ada', storage: disk.storage });
});

afterEach(() => ada.close());

const write = (message: string) => ada.write('contacts', 'a', () => enquiryContent(message));
const shown = async () => (await ada.read('contacts', 'a'))?.['contactMessage'];
const recordOf = async () => (await findRecords(ada.database, 'contacts', ['a'])).get('a');
const notes = async () => (await recordOf())?.trail.map(({ data }) => data['contactMessage']) ?? [];
const rejectedChangesOf = async () =>
  (await ada.database.rejectedChanges.find().exec()).map(({ content }) => content);
const stored = async () => (await server.store.read({ collection: 'contacts', id: 'a' }))?.data;

/** The server writes, or deletes when there is nothing to write. */
async function serverWrites(json?: object): Promise<void> {
  const init = json ? { method: 'PATCH', json } : { method: 'DELETE' };
  await server.request('/testing/data/contacts/a', { ...init, as: 'admin' });
}

/** The server refuses the next write, and shows what it has. */
function refuseNext(): void {
  ada.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    ada.network = ONLINE;
    const { rows } = JSON.parse(body) as { rows: { newDocumentState: { writeId: string } }[] };
    const { writeId } = rows[0]?.newDocumentState ?? {};
    const refusal = { verdict: 'rejected', code: 'invalid-argument', message: 'No.' };
    return Response.json({ verdicts: [{ id: 'a', writeId, ...refusal, master: await masterOf() }] });
  };
}

async function masterOf(): Promise<WireDocument> {
  const as = { device: ada.fid, session: 'ada' };
  return (await server.request('/testing/data/contacts/a', { as })).json() as Promise<WireDocument>;
}

test('[RJ1] what is written between the return to the server’s state and the end of the refused write is sent', async () => {
  await write('one');
  await ada.sync('contacts');
  await write('refused');
  refuseNext();
  // The document has gone back to the server's state, and the outbox isn't tidied yet.
  disk.at('after a write', 'contacts', () => write('corrected'));
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactMessage: 'corrected' });
  expect(await rejectedChangesOf()).toMatchObject([{ contactMessage: 'refused' }]);
});

test('[RJ2] what is written in that moment over a refused change of something the server has lost is a create', async () => {
  await write('one');
  await ada.sync('contacts');
  await write('refused');
  const gone = { id: 'a', verdict: 'gone' };
  ada.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: { newDocumentState: { writeId: string } }[] };
    ada.network = (fine) => fine();
    return Response.json({ verdicts: [{ ...gone, writeId: rows[0]?.newDocumentState.writeId }] });
  };
  disk.at('after a write', 'contacts', async () => {
    await write('made anew');
    ada.network = () => Promise.reject(new TypeError('Failed to fetch'));
  });
  await ada.push().catch(() => undefined);
  expect(await notes()).toEqual(['made anew']);
  const record = await recordOf();
  const state = await readState(ada.database, 'contacts', 'a');
  expect(record && toChain(record, state?.writeId ?? '').base).toBeNull();
});

test('[RJ1] what is written just before the return to the server’s state goes on instead, and no rejected change is left', async () => {
  await write('one');
  await ada.sync('contacts');
  await write('refused');
  refuseNext();
  disk.at('before a write', 'contacts', () => write('corrected'));
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactMessage: 'corrected' });
  expect(await rejectedChangesOf()).toEqual([]);
  expect(await notes()).toEqual([]);
});

test('[CF1] what is written while a merge is being stored is merged itself, and the notes of the first merge go', async () => {
  await write('one');
  await ada.sync('contacts');
  await serverWrites({ contactName: 'Their name' });
  await write('mine');
  disk.at('before a write', 'contacts', () => write('mine, corrected'));
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactName: 'Their name', contactMessage: 'mine, corrected' });
  expect(await rejectedChangesOf()).toEqual([]);
  expect(await ada.database.outbox.find().exec()).toEqual([]);
});

test('[CF3] what is written while a deletion is being taken over becomes the rejected change, once', async () => {
  await write('one');
  await ada.sync('contacts');
  await serverWrites();
  await write('mine');
  disk.at('before a write', 'contacts', () => write('mine, corrected'));
  await ada.sync('contacts');
  expect(await rejectedChangesOf()).toMatchObject([{ contactMessage: 'mine, corrected' }]);
  expect(await ada.database.outbox.find().exec()).toEqual([]);
});

test('[CL3] what is written while a page is being stored stays, and its base is the state it was made on', async () => {
  await write('one');
  await ada.sync('contacts');
  await serverWrites({ contactName: 'Their name' });
  disk.at('before a write', 'contacts', () => write('mine'));
  await ada.pull('contacts');
  expect(await shown()).toBe('mine');
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactName: 'Their name', contactMessage: 'mine' });
});

test('[CL3] the late note of a slower tab doesn’t change what a newer write stands on', async () => {
  await write('one');
  await ada.sync('contacts');
  const old = (await readState(ada.database, 'contacts', 'a')) as WireDocument;
  await serverWrites({ contactMessage: 'two' });
  await ada.pull('contacts');
  const newer = (await readState(ada.database, 'contacts', 'a')) as WireDocument;
  await write('one');
  const data = enquiryContent('of the slower tab');
  const entry = {
    writeId: 'slower',
    previous: old.writeId ?? '',
    at: isoNow(clock),
    deleted: false,
    data,
  };
  await noteWrite(ada.database, { collection: 'contacts', id: 'a', base: old, entry, order: clock.now() });
  const record = await recordOf();
  const state = await readState(ada.database, 'contacts', 'a');
  expect(record && toChain(record, state?.writeId ?? '').base).toMatchObject({ writeId: newer.writeId });
  await ada.sync('contacts');
  // Put back on purpose: with the older base nothing would seem to have been changed here.
  expect(await stored()).toMatchObject({ contactMessage: 'one' });
});

test('[RT3] what is written while a lost state is being sent again stands on what the server has', async () => {
  await write('one');
  await ada.sync('contacts');
  const one = await masterOf();
  await write('lost');
  await ada.sync('contacts');
  const reset = { code: 'aborted', message: 'Restored.', reason: 'RESET', restoredTo: 1 };
  let isTold = false;
  ada.network = async (call, { path }) => {
    if (!path.includes('/pull')) return call();
    if (!isTold) {
      isTold = true;
      return Response.json({ error: reset }, { status: 409 });
    }
    return Response.json({ documents: [one], checkpoint: '1.new.scope.1' });
  };
  disk.at('before a write', 'contacts', () => write('newest'));
  await ada.pull('contacts');
  const record = await recordOf();
  const state = await readState(ada.database, 'contacts', 'a');
  expect(state).toMatchObject({ contactMessage: 'newest' });
  const base = record && toChain(record, state?.writeId ?? '').base;
  expect(base).toMatchObject({ writeId: one.writeId });
});

test('[CL1] the note of a write that another tab was faster than is taken back by the tab that made it', async () => {
  await write('one');
  await ada.sync('contacts');
  disk.at('before a write', 'contacts', () => serverWrites().then(() => ada.pull('contacts')));
  // Deletes what was deleted elsewhere in this moment: there is nothing left to do.
  await ada.write('contacts', 'a', () => 'delete');
  expect(await shown()).toBeUndefined();
  expect(await ada.database.outbox.find().exec()).toEqual([]);
});

test('[CL1] a note on another state than the document’s is dropped, one on its state only after a minute', async () => {
  await write('one');
  await ada.sync('contacts');
  const { writeId = '' } = (await readState(ada.database, 'contacts', 'a')) as WireDocument;
  const entry = { writeId: 'w1', previous: 'older', at: isoNow(clock), deleted: false, data: {} };
  const noted = { collection: 'contacts', id: 'a', base: undefined, order: clock.now() };
  await noteWrite(ada.database, { ...noted, entry });
  await noteWrite(ada.database, { ...noted, entry: { ...entry, writeId: 'w2', previous: writeId } });
  await dropOrphans(ada.database, clock.now());
  expect((await recordOf())?.trail.map((one) => one.writeId)).toEqual(['w2']);
  clock.advance(59_000);
  await dropOrphans(ada.database, clock.now());
  expect(await recordOf()).toBeDefined();
  clock.advance(1000);
  await dropOrphans(ada.database, clock.now());
  expect(await recordOf()).toBeUndefined();
});

test('[CL1] a write whose note was given up while its tab slept is noted again, and sent', async () => {
  await write('one');
  await ada.sync('contacts');
  disk.at('before a write', 'contacts', async () => {
    clock.advance(61_000);
    await dropOrphans(ada.database, clock.now());
  });
  await write('two');
  expect(await notes()).toEqual(['two']);
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactMessage: 'two' });
});

test('[CL1] notes are not dropped when a write is made while they are looked at', async () => {
  await write('one');
  await ada.sync('contacts');
  const { writeId: previous = '' } = (await readState(ada.database, 'contacts', 'a')) as WireDocument;
  const entry = { writeId: 'orphan', previous, at: '2020-01-01T00:00:00.000Z', deleted: false, data: {} };
  const noted = { collection: 'contacts', id: 'a', base: undefined, order: 1, entry };
  await noteWrite(ada.database, noted);
  disk.at('after a read', 'contacts', () => write('two'));
  await dropOrphans(ada.database, clock.now());
  expect(await notes()).toContain('two');
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactMessage: 'two' });
});
