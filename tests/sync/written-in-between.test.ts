import { afterEach, beforeEach, expect, test } from 'vitest';
import { listLimbo } from '#pwa/data/sync/limbo.ts';
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

/** Writes on the server, or deletes if there is no content. */
async function serverWrites(json?: object): Promise<void> {
  const init = json ? { method: 'PATCH', json } : { method: 'DELETE' };
  await server.request('/testing/data/contacts/a', { ...init, as: 'admin' });
}

/** The server refuses the next write and returns its state. */
function refuseNext(): void {
  ada.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    ada.network = ONLINE;
    const { rows } = JSON.parse(body) as { rows: { newDocumentState: { writeId: string } }[] };
    const { writeId } = rows[0]?.newDocumentState ?? {};
    const refusal = { verdict: 'rejected', code: 'invalid-argument', message: 'No.' };
    const verdicts = [{ id: 'a', writeId, ...refusal, master: await masterOf() }];
    return Response.json({ verdicts, rewinds: [] });
  };
}

async function masterOf(): Promise<WireDocument> {
  const as = { device: ada.fid, session: 'ada' };
  return (await server.request('/testing/data/contacts/a', { as })).json() as Promise<WireDocument>;
}

test('[RJ1] a write between the revert to the server’s state and the end of the refusal is sent', async () => {
  await write('one');
  await ada.sync('contacts');
  await write('refused');
  refuseNext();
  // The document is back in the server's state, but the outbox isn't cleaned up yet.
  disk.at('after a write', 'contacts', () => write('corrected'));
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactMessage: 'corrected' });
  expect(await rejectedChangesOf()).toMatchObject([{ contactMessage: 'refused' }]);
});

test('[RJ2] a write at that moment over a refused change of a document the server lost is a create', async () => {
  await write('one');
  await ada.sync('contacts');
  await write('refused');
  const gone = { id: 'a', verdict: 'gone' };
  ada.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: { newDocumentState: { writeId: string } }[] };
    ada.network = (fine) => fine();
    return Response.json({
      verdicts: [{ ...gone, writeId: rows[0]?.newDocumentState.writeId }],
      rewinds: [],
    });
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

test('[RJ1] a write just before the revert replaces the refused one and leaves no rejected change', async () => {
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

test('[CF1] a write during the storing of a merge is merged itself, and the first merge’s records are dropped', async () => {
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

test('[CF3] a write during the application of a deletion becomes the one rejected change', async () => {
  await write('one');
  await ada.sync('contacts');
  await serverWrites();
  await write('mine');
  disk.at('before a write', 'contacts', () => write('mine, corrected'));
  await ada.sync('contacts');
  expect(await rejectedChangesOf()).toMatchObject([{ contactMessage: 'mine, corrected' }]);
  expect(await ada.database.outbox.find().exec()).toEqual([]);
});

test('[CL3] a write during the storing of a page stays, and its base is the state it was made on', async () => {
  await write('one');
  await ada.sync('contacts');
  await serverWrites({ contactName: 'Their name' });
  disk.at('before a write', 'contacts', () => write('mine'));
  await ada.pull('contacts');
  expect(await shown()).toBe('mine');
  await ada.sync('contacts');
  expect(await stored()).toMatchObject({ contactName: 'Their name', contactMessage: 'mine' });
});

test('[CL3] the late record of a slower tab doesn’t change a newer write’s base', async () => {
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
  // Reset on purpose: with the older base there would seem to be no local change.
  expect(await stored()).toMatchObject({ contactMessage: 'one' });
});

test('[RT3] a write during the resending of a lost state is based on the server’s state', async () => {
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

test('[CL1] a tab that loses a race with another tab removes the record of its write', async () => {
  await write('one');
  await ada.sync('contacts');
  disk.at('before a write', 'contacts', () => serverWrites().then(() => ada.pull('contacts')));
  // Deletes a document that was deleted elsewhere at this moment: nothing is left to do.
  await ada.write('contacts', 'a', () => 'delete');
  expect(await shown()).toBeUndefined();
  expect(await ada.database.outbox.find().exec()).toEqual([]);
});

test('[CL1] a record for another state than the document’s is dropped, one for its state only after a minute', async () => {
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

test('[CL1] a write whose record was dropped while its tab was suspended is recorded again and sent', async () => {
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

test('[CL1] records are not dropped if a write is made during the check', async () => {
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

test.each([
  ['is set back to the server’s own content', () => Promise.resolve(), 'one'],
  ['is overwritten by somebody else', () => serverWrites({ contactMessage: 'theirs' }), 'theirs'],
])(
  '[PL4] [CL10] a pull just before an accepted write leaves the outbox brings no limbo, if the document %s',
  async (_what, then, newest) => {
    await write('one');
    await ada.sync('contacts');
    await write('two');
    if (newest === 'one') await write('one');
    disk.at('before a write', 'outbox', async () => {
      await then();
      await ada.pull('contacts');
    });
    await ada.push();
    await ada.pull('contacts');
    expect(await shown()).toBe(newest);
    expect(await listLimbo(ada.database, 'contacts')).toEqual([]);
    expect(await notes()).toEqual([]);
  },
);
