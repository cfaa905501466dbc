import { afterEach, beforeEach, expect, test } from 'vitest';
import { losingAnswers } from './networks.ts';
import { deletesAndSyncs, pairWith, pairWithLostAnswer } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

/** Restores a history entry as the newest state. */
async function restores(id: string, entry: number): Promise<void> {
  const rows = await story.server.store.history({ collection: 'contacts', id }, undefined, 10);
  const json = { at: rows.toReversed()[entry]?.at };
  const path = `/testing/data/contacts/${id}/restore`;
  expect((await story.server.request(path, { method: 'POST', as: 'admin', json })).status).toBe(200);
}

test('[PU5] a document created and deleted before it was sent is never visible, but both are in the history', async () => {
  const [ada, eve] = [await story.person(), await story.person()];
  ada.goesOffline();
  await ada.writes('a', 'one');
  await ada.deletes('a');
  ada.comesOnline();
  await ada.syncs();
  await eve.fetches();
  await eve.sees({});
  await story.historyIs('a', 'one', 'deleted');
  await ada.hasWaiting();
});

test('[HI3] a document created, deleted and created again offline exists, with every step in the history', async () => {
  const ada = await story.person();
  ada.goesOffline();
  await ada.writes('a', 'one');
  await ada.deletes('a');
  await ada.writes('a', 'again');
  ada.comesOnline();
  await ada.syncs();
  await story.serverHas({ a: 'again' });
  await story.historyIs('a', 'one', 'one', 'again');
  await ada.seesState('a', 'acknowledged');
});

test('[HI3] a document deleted and written again offline is an update without a conflict', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  ada.goesOffline();
  await ada.deletes('a');
  await ada.writes('a', 'again');
  ada.comesOnline();
  await ada.syncs();
  await eve.fetches();
  await eve.sees({ a: 'again' });
  await ada.hasRejectedChanges();
});

test('[PU4] writing to an id with an acknowledged deletion makes a rejected change', async () => {
  const [ada] = await pairWith(story, 'a');
  await deletesAndSyncs(ada, 'a');
  await ada.writes('a', 'again');
  await ada.syncs();
  await ada.sees({});
  await ada.hasRejectedChangeOf('a', 'failed-precondition', { contactMessage: 'again' });
  await story.serverHas({});
});

test('[CF3] deleted there; deleted and written again here, offline: the deletion wins, the content is a rejected change', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await deletesAndSyncs(eve, 'a');
  await ada.deletes('a');
  await ada.writes('a', 'anew');
  await ada.syncs();
  await ada.sees({});
  await ada.hasRejectedChanges(['a', 'deleted-there']);
  await ada.hasRejectedChangeOf('a', 'aborted', { contactMessage: 'anew' });
});

test('[CF1] edited there; deleted and restored unchanged here: the edit wins', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await eve.writes('a', 'theirs');
  await eve.syncs();
  const made = await ada.device.read('contacts', 'a');
  await ada.deletes('a');
  await ada.writes('a', 'one');
  await ada.syncs();
  await ada.syncs();
  await ada.sees({ a: 'theirs' });
  expect(await ada.device.read('contacts', 'a')).toMatchObject({ createdAt: made?.['createdAt'] });
});

test('[PU4] if two devices create one id, the first wins and the second’s content is a rejected change', async () => {
  const [ada, eve] = [await story.person(), await story.person()];
  await eve.writes('a', 'theirs');
  await ada.writes('a', 'mine');
  await eve.syncs();
  await ada.syncs();
  await ada.sees({ a: 'theirs' });
  await ada.hasRejectedChangeOf('a', 'already-exists', { contactMessage: 'mine' });
  await ada.hasWaiting();
});

test('[PU4] if two devices create one id and the second deletes it again, the first’s document stays', async () => {
  const [ada, eve] = [await story.person(), await story.person()];
  await eve.writes('a', 'theirs');
  await eve.syncs();
  await ada.writes('a', 'mine');
  await deletesAndSyncs(ada, 'a');
  await ada.sees({ a: 'theirs' });
  await story.serverHas({ a: 'theirs' });
  await ada.hasWaiting();
});

test('[F36] if one tab deletes and another edits, the later write wins and both tabs agree', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.writes('a', 'one');
  await first.syncs();
  await Promise.all([first.deletes('a'), second.writes('a', 'two')]);
  await first.syncs();
  const seen = (await first.device.read('contacts', 'a'))?.['contactMessage'];
  const expected: Record<string, string> = seen === undefined ? {} : { a: String(seen) };
  await second.sees(expected);
  await story.serverHas(expected);
  await first.hasWaiting();
});

test('[F36] deleted in one tab and written again in another offline, the document survives closing the app', async () => {
  const first = await story.person();
  await first.writes('a', 'one');
  await first.syncs();
  const second = await first.opensTab();
  first.goesOffline();
  await first.deletes('a');
  await second.writes('a', 'again');
  await first.restarts();
  first.comesOnline();
  await first.syncs();
  await first.sees({ a: 'again' });
  await story.serverHas({ a: 'again' });
});

test('[PU4] after a lost response to a deletion, the device can write the document again', async () => {
  const [ada] = await pairWith(story, 'a');
  ada.has(losingAnswers(1));
  await ada.deletes('a');
  await ada.sends();
  await ada.writes('a', 'again');
  await ada.syncs();
  await story.historyIs('a', 'one', 'deleted', 'again');
  await ada.seesState('a', 'acknowledged');
});

test('[PU4] a create deleted after a lost response and before the retry is gone everywhere', async () => {
  const [ada, eve] = await pairWithLostAnswer(story, 'a');
  await eve.sees({ a: 'one' });
  await deletesAndSyncs(ada, 'a');
  await eve.fetches();
  await eve.sees({});
  await story.historyIs('a', 'one', 'deleted');
});

test('[HI4] restoring a deleted document from its history brings it back on every device', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await deletesAndSyncs(ada, 'a');
  await eve.fetches();
  await restores('a', 0);
  await ada.fetches();
  await eve.fetches();
  await ada.sees({ a: 'one' });
  await eve.sees({ a: 'one' });
  await eve.writes('a', 'two');
  await eve.syncs();
  await story.historyIs('a', 'one', 'deleted', 'one', 'two');
});

test('[HI4] [CF1] an offline edit of a document deleted and restored meanwhile is applied to the restored state', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await deletesAndSyncs(eve, 'a');
  await restores('a', 0);
  await ada.writes('a', 'my edit');
  await ada.syncs();
  await ada.syncs();
  await ada.hasRejectedChanges();
  await story.serverHas({ a: 'my edit' });
});

test('[CF3] my deletion wins over a document deleted and restored meanwhile', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await deletesAndSyncs(eve, 'a');
  await restores('a', 0);
  await deletesAndSyncs(ada, 'a');
  await ada.syncs();
  await story.serverHas({});
  await story.historyIs('a', 'one', 'deleted', 'one', 'deleted');
});
