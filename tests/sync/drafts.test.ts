import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardDraft, resendDraft, resolveConflict } from '#pwa/data/queries/drafts.ts';
import { FORBIDDEN } from './story-server.ts';
import type { Person } from './story-person.ts';
import { createStory, type Story } from './story.ts';

const open = vi.hoisted(() => ({ shop: undefined as unknown }));
vi.mock('#pwa/data/store/shop-handle.ts', () => ({ whenShop: async () => open.shop }));

let story: Story;
let ada: Person;

beforeEach(async () => {
  story = createStory();
  ada = await story.person();
  const { database, write } = ada.device;
  open.shop = { database, write };
});
afterEach(() => story.end());

/** A conflict in one field, while another was changed there alone. */
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
  const [draft] = await ada.device.database.drafts.find().exec();
  return draft?.id ?? '';
}

test('[CF1] mine: the person’s value is written as a new write on the server’s state, and the draft goes', async () => {
  await resolveConflict(await conflict(), { contactMessage: 'mine' });
  await ada.hasDrafts();
  await ada.syncs();
  await story.historyIs('a', 'one', 'theirs', 'theirs', 'mine');
  await ada.seesField('a', 'company', 'Byrne');
});

test('[CF1] theirs: nothing is written, and the draft goes', async () => {
  await resolveConflict(await conflict(), { contactMessage: 'theirs' });
  await ada.hasDrafts();
  await ada.hasWaiting();
  await ada.sees({ a: 'theirs' });
});

test('[RJ3] a draft whose edit is not valid stays, and says which field', async () => {
  const id = await conflict();
  const edited = {
    contactName: '',
    contactEmail: 'a',
    contactPhone: '',
    contactCompany: '',
    contactMessage: 'm',
  };
  await expect(resendDraft(id, edited)).rejects.toMatchObject({
    code: 'invalid-argument',
    path: 'contactName',
  });
  await ada.hasDrafts(['a', 'conflict']);
});

test('[RJ3] sent again: a new write, then the draft goes; discarded: it goes alone', async () => {
  const id = await conflict();
  const edited = {
    contactName: 'Ada',
    contactEmail: 'a@example.com',
    contactPhone: '',
    contactCompany: '',
    contactMessage: 'm',
  };
  await resendDraft(id, edited);
  await ada.hasDrafts();
  await ada.hasWaiting('a');
  await ada.device.database.drafts.insert({
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
  await discardDraft('other');
  await ada.hasDrafts();
});

test('[RJ3] [R-REV-03] what was refused when it was new, put right and sent again, was made when it was made at first', async () => {
  const { contacts, drafts } = ada.device.database;
  const madeAt = async () => (await contacts.findOne('a').exec())?.createdAt;
  await ada.writes('a', FORBIDDEN);
  const first = await madeAt();
  await ada.syncs();
  await ada.sees({});
  const draft = await drafts.findOne().exec();
  story.clock.advance(86_400_000);
  await resendDraft(draft?.id ?? '', { ...draft?.toMutableJSON().content, contactMessage: 'allowed' });
  expect(await madeAt()).toBe(first);
  await ada.syncs();
  expect(await madeAt()).toBe(first);
});
