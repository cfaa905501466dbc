import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  discardRejectedChange,
  resendRejectedChange,
  resolveConflict,
} from '#pwa/data/queries/rejected-changes.ts';
import type { AppStore } from '#pwa/data/app-store.ts';
import type { FormStore } from '#pwa/data/forms/form-store.ts';
import type { LocalStore } from '#pwa/data/store/store-provider.ts';
import { FORBIDDEN } from './story-server.ts';
import type { Person } from './story-person.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
let ada: Person;
let app: AppStore;

beforeEach(async () => {
  story = createStory();
  ada = await story.person();
  const store = { database: ada.device.database, write: ada.device.write } as LocalStore;
  const forms = { remove: () => undefined } as unknown as FormStore;
  app = { localStore: { whenOpen: async () => store }, forms } as AppStore;
});
afterEach(() => story.end());

/** A conflict in one field, while another field was changed only on the server. */
async function conflict(): Promise<string> {
  const eve = await story.person();
  await ada.writes('a', 'one');
  await ada.syncs();
  await eve.fetches();
  await eve.writes('a', 'theirs');
  await eve.writes('a', 'Byrne', 'company');
  await eve.syncs();
  await ada.writes('a', 'mine');
  await ada.syncs();
  const [rejectedChange] = await ada.device.database.rejectedChanges.find().exec();
  return rejectedChange?.id ?? '';
}

test('[CF1] choosing mine writes my value on the server’s state and removes the rejected change', async () => {
  await resolveConflict(app, await conflict(), { contactMessage: 'mine' });
  await ada.hasRejectedChanges();
  await ada.syncs();
  await story.historyIs('a', 'one', 'theirs', 'theirs', 'mine');
  await ada.seesField('a', 'company', 'Byrne');
});

test('[CF1] choosing theirs writes nothing and removes the rejected change', async () => {
  await resolveConflict(app, await conflict(), { contactMessage: 'theirs' });
  await ada.hasRejectedChanges();
  await ada.hasWaiting();
  await ada.sees({ a: 'theirs' });
});

test('[CF1] [CF3] mine of a document that was deleted meanwhile can’t be chosen, and is kept', async () => {
  const id = await conflict();
  await ada.device.write('contacts', 'a', () => 'delete');
  await expect(resolveConflict(app, id, { contactMessage: 'mine' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await ada.hasRejectedChanges(['a', 'conflict']);
  await resolveConflict(app, id, { contactMessage: 'theirs' });
  await ada.hasRejectedChanges();
});

test('[RJ3] [CF3] resending twice what was deleted there makes one document', async () => {
  await ada.device.database.rejectedChanges.insert({
    id: 'gone',
    collectionName: 'contacts',
    documentId: 'a',
    kind: 'deleted-there',
    code: '',
    message: '',
    path: '',
    content: {},
    at: '',
  });
  const content = {
    contactName: 'Ada',
    contactEmail: 'a@example.com',
    contactPhone: '',
    contactCompany: '',
    contactMessage: 'm',
  };
  const { rejectedChanges, contacts } = ada.device.database;
  const kept = (await rejectedChanges.findOne('gone').exec())?.toMutableJSON();
  const first = await resendRejectedChange(app, 'gone', content);
  // As if the browser had been killed before it was removed.
  if (kept) await rejectedChanges.insert(kept);
  expect(await resendRejectedChange(app, 'gone', content)).toBe(first);
  expect(first).not.toBe('a');
  expect(await contacts.find().exec()).toHaveLength(1);
});

test('[RJ3] a rejected change with an invalid edit stays and names the field', async () => {
  const id = await conflict();
  const edited = {
    contactName: '',
    contactEmail: 'a',
    contactPhone: '',
    contactCompany: '',
    contactMessage: 'm',
  };
  await expect(resendRejectedChange(app, id, edited)).rejects.toMatchObject({
    code: 'invalid-argument',
    path: 'contactName',
  });
  await ada.hasRejectedChanges(['a', 'conflict']);
});

test('[RJ3] resending makes a new write and removes the rejected change; discarding only removes it', async () => {
  const id = await conflict();
  const edited = {
    contactName: 'Ada',
    contactEmail: 'a@example.com',
    contactPhone: '',
    contactCompany: '',
    contactMessage: 'm',
  };
  await resendRejectedChange(app, id, edited);
  await ada.hasRejectedChanges();
  await ada.hasWaiting('a');
  await ada.device.database.rejectedChanges.insert({
    id: 'other',
    collectionName: 'contacts',
    documentId: 'b',
    kind: 'rejected',
    code: '',
    message: '',
    path: '',
    content: {},
    at: '',
  });
  await discardRejectedChange(app, 'other');
  await ada.hasRejectedChanges();
});

test('[RJ3] [R-REV-03] a refused create that is corrected and resent keeps its original creation time', async () => {
  const { contacts, rejectedChanges } = ada.device.database;
  const madeAt = async () => (await contacts.findOne('a').exec())?.createdAt;
  await ada.writes('a', FORBIDDEN);
  const first = await madeAt();
  await ada.syncs();
  await ada.sees({});
  const rejectedChange = await rejectedChanges.findOne().exec();
  story.clock.advance(86_400_000);
  await resendRejectedChange(app, rejectedChange?.id ?? '', {
    ...rejectedChange?.toMutableJSON().content,
    contactMessage: 'allowed',
  });
  expect(await madeAt()).toBe(first);
  await ada.syncs();
  expect(await madeAt()).toBe(first);
});

test('[RJ3] [CF1] what others changed since a refused write began stays when it is resent', async () => {
  const eve = await story.person();
  await ada.writes('a', 'one');
  await ada.syncs();
  await eve.fetches();
  await eve.writes('a', 'Byrne', 'company');
  await ada.writes('a', FORBIDDEN);
  await eve.syncs();
  await ada.syncs();
  await eve.writes('a', '0400', 'phone');
  await eve.syncs();
  const [refused] = await ada.device.database.rejectedChanges.find().exec();
  await ada.fetches();
  await resendRejectedChange(app, refused?.id ?? '', {
    ...refused?.toMutableJSON().content,
    contactMessage: 'allowed',
  });
  await ada.hasRejectedChanges();
  await ada.sees({ a: 'allowed' });
  await ada.seesField('a', 'company', 'Byrne');
  await ada.seesField('a', 'phone', '0400');
});

test('[RJ3] [CF1] what a resent change and others have both changed is asked about', async () => {
  const eve = await story.person();
  await ada.writes('a', 'one');
  await ada.syncs();
  await eve.fetches();
  await ada.writes('a', FORBIDDEN);
  await ada.syncs();
  await eve.writes('a', 'theirs');
  await eve.syncs();
  await ada.fetches();
  const [refused] = await ada.device.database.rejectedChanges.find().exec();
  await resendRejectedChange(app, refused?.id ?? '', {
    ...refused?.toMutableJSON().content,
    contactMessage: 'allowed',
  });
  await ada.sees({ a: 'theirs' });
  await ada.hasRejectedChangeOf('a', 'aborted', { contactMessage: { mine: 'allowed', theirs: 'theirs' } });
});

test('[RJ3] [CF3] a change of a document that was deleted meanwhile is resent as a new one, which the server takes', async () => {
  const eve = await story.person();
  await ada.writes('a', 'one');
  await ada.syncs();
  await eve.fetches();
  await ada.writes('a', 'mine');
  await eve.deletes('a');
  await eve.syncs();
  await ada.syncs();
  await ada.hasRejectedChanges(['a', 'deleted-there']);
  const [refused] = await ada.device.database.rejectedChanges.find().exec();
  const id = await resendRejectedChange(app, refused?.id ?? '', { ...refused?.toMutableJSON().content });
  expect(id).not.toBe('a');
  await ada.syncs();
  await ada.hasRejectedChanges();
  await ada.hasWaiting();
  await ada.sees({ [id ?? '']: 'mine' });
});
