import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { COLLECTIONS } from '#shared/collections/catalogue.ts';
import type { CollectionDefinition, Upgrades } from '#shared/collections/collection.ts';
import { deleteBrowserStore, listStoreParts } from '#pwa/data/store/browser-store.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { adoptEarlierStore } from '#pwa/data/store/earlier-store.ts';
import { writeDocument } from '#pwa/data/store/local-writes.ts';
import { earlierNames, layoutOf, toStoreName } from '#pwa/data/store/store-layout.ts';
import type { RejectedChange } from '#pwa/data/sync/rejected-change-record.ts';
import { readState, replaceState } from '#pwa/data/sync/local-states.ts';
import { changeCheckpoint, readCheckpoint } from '#pwa/data/sync/checkpoints.ts';
import { nextBatch } from '#pwa/data/sync/push-writes.ts';
import { watchedStorage } from '#pwa/data/store/watched-storage.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';

const clock = createTestClock();
const { contacts } = COLLECTIONS;

/** The next version of the product: enquiries have a new field. */
function toNext(upgrades: Upgrades = { 1: (old) => ({ ...old, contactTopic: 'general' }) }) {
  const schema = v.strictObject({ ...contacts.schema.entries, contactTopic: v.string() });
  const next: CollectionDefinition = { ...contacts, version: 1, schema, upgrades };
  return { ...COLLECTIONS, contacts: next };
}

let opened: LocalDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await Promise.all(['nankeen', 'nankeen.1'].map((name) => deleteBrowserStore(name)));
  opened = [];
});

async function open(definitions = COLLECTIONS, onSuperseded = () => {}): Promise<LocalDatabase> {
  const database = await openDatabase({
    name: toStoreName('nankeen', layoutOf(definitions)),
    storage: watchedStorage({ onLost: () => {}, onSuperseded }),
    isShared: false,
    collections: ['contacts'],
    definitions,
  });
  opened.push(database);
  return database;
}

const write = (database: LocalDatabase, id: string, message: string) =>
  writeDocument({ database, clock }, 'contacts', id, () => enquiryContent(message));

const toRejectedChange = (id: string, part: Pick<RejectedChange, 'kind' | 'content'>): RejectedChange => ({
  id,
  collectionName: 'contacts',
  documentId: id,
  code: 'aborted',
  message: 'Changed there.',
  path: '',
  at: '2026-01-01T00:00:00.000+00:00',
  ...part,
});

/** A store of this version with acknowledged, pending and rejected content. */
async function fillStore(database: LocalDatabase): Promise<void> {
  const sync = { sequence: 7, acknowledged: 'w7', updatedAt: '', updatedBy: '' };
  const confirmed = { ...enquiryContent('confirmed'), FBUID: 'confirmed', writeId: 'w7', sync };
  await replaceState(database, 'contacts', undefined, confirmed);
  await replaceState(database, 'contacts', undefined, { ...confirmed, FBUID: 'going' });
  await write(database, 'waiting', 'first');
  await write(database, 'waiting', 'second');
  clock.advance(1);
  await writeDocument({ database, clock }, 'contacts', 'going', () => 'delete');
  await database.rejectedChanges.bulkInsert([
    toRejectedChange('refused', { kind: 'rejected', content: enquiryContent('refused') }),
    toRejectedChange('both', { kind: 'conflict', content: { contactName: { mine: 'a', theirs: 'b' } } }),
  ]);
  await changeCheckpoint(database, 'contacts', (checkpoint) => ({
    ...checkpoint,
    checkpoint: '1.life.scope.7',
  }));
}

test('[CL6] an app with new schema versions takes over an earlier store, pending writes included, in the new shape', async () => {
  const earlier = await open();
  await fillStore(earlier);
  await earlier.close();
  const database = await open(toNext());
  expect(earlierNames(database.name)).toEqual(['nankeen']);
  expect(await adoptEarlierStore(database, 'nankeen', toNext())).toBe(true);

  expect(await readState(database, 'contacts', 'confirmed')).toMatchObject({
    contactMessage: 'confirmed',
    contactTopic: 'general',
    writeId: 'w7',
    sync: { sequence: 7 },
  });
  expect(await readCheckpoint(database, 'contacts')).toMatchObject({ checkpoint: '1.life.scope.7' });
  const batch = await nextBatch(database);
  expect(batch.map(({ row }) => row)).toMatchObject([
    {
      newDocumentState: { FBUID: 'waiting', contactMessage: 'second', contactTopic: 'general' },
      trail: [{ data: { contactMessage: 'first', contactTopic: 'general' } }],
    },
    { newDocumentState: { FBUID: 'going', _deleted: true }, assumedMasterState: { writeId: 'w7' } },
  ]);
  const rejectedChanges = await database.rejectedChanges.find().exec();
  expect(Object.fromEntries(rejectedChanges.map(({ id, content }) => [id, content]))).toMatchObject({
    refused: { contactMessage: 'refused', contactTopic: 'general' },
    both: { contactName: { mine: 'a', theirs: 'b' } },
  });
});

test('[CL6] repeating an interrupted takeover changes nothing', async () => {
  const earlier = await open();
  await fillStore(earlier);
  await earlier.close();
  const next = toNext({ 1: (old) => ({ ...old, contactTopic: `${String(old['contactTopic'] ?? '')}!` }) });
  const database = await open(next);
  await adoptEarlierStore(database, 'nankeen', next);
  const before = await nextBatch(database);
  expect(await adoptEarlierStore(database, 'nankeen', next)).toBe(true);
  expect(await nextBatch(database)).toEqual(before);
  expect(before[0]?.row).toMatchObject({
    newDocumentState: { contactTopic: '!' },
    trail: [{ data: { contactTopic: '!' } }],
  });
});

test('[F47] a tab of the earlier version closes its store when a newer one takes it over', async () => {
  let isSuperseded = false;
  const earlier = await open(COLLECTIONS, () => {
    if (isSuperseded) return;
    isSuperseded = true;
    void earlier.close();
  });
  await write(earlier, 'waiting', 'not sent yet');
  const database = await open(toNext());
  expect(await adoptEarlierStore(database, 'nankeen', toNext())).toBe(true);
  expect(isSuperseded).toBe(true);
  await deleteBrowserStore('nankeen');
  expect(await listStoreParts('nankeen')).toEqual([]);
  expect(await readState(database, 'contacts', 'waiting')).toMatchObject({ contactMessage: 'not sent yet' });
});

test('[CL6] content that an upgrade can’t convert is kept unchanged', async () => {
  const earlier = await open();
  await write(earlier, 'waiting', 'not sent yet');
  await earlier.close();
  const next = toNext({
    1: () => {
      throw new TypeError('Cannot read properties of undefined');
    },
  });
  const database = await open(next);
  expect(await adoptEarlierStore(database, 'nankeen', next)).toBe(true);
  expect((await nextBatch(database))[0]?.row.newDocumentState).toMatchObject({
    contactMessage: 'not sent yet',
  });
});

test('[F49] writes made after a rollback of the app are taken over when the newer version returns', async () => {
  const newer = await open(toNext());
  const sync = { sequence: 7, acknowledged: 'w7', updatedAt: '', updatedBy: '' };
  const confirmed = { ...enquiryContent('confirmed'), FBUID: 'waiting', writeId: 'w7', sync };
  await replaceState(newer, 'contacts', undefined, { ...confirmed, contactTopic: 'sales' });
  await newer.close();
  const earlier = await open();
  await replaceState(earlier, 'contacts', undefined, confirmed);
  await write(earlier, 'waiting', 'written meanwhile');
  await earlier.close();

  const database = await open(toNext());
  expect(await adoptEarlierStore(database, 'nankeen', toNext())).toBe(true);
  expect((await nextBatch(database))[0]?.row).toMatchObject({
    newDocumentState: { contactMessage: 'written meanwhile', contactTopic: 'general' },
    assumedMasterState: { writeId: 'w7' },
  });
});
