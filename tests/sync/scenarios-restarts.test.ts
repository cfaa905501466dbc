import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteWrite } from '#pwa/data/sync/outbox.ts';
import { enquiryContent } from '../support/samples.ts';
import { failing, losingAnswers, losingPull } from './networks.ts';
import { meet, pairWith, personWithRejectedChangeOfDeleted, personWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[F34] a write is visible and pending after a restart of the app, and then sent', async () => {
  const ada = await story.person();
  ada.goesOffline();
  await ada.writes('a', 'one');
  await ada.restarts();
  await ada.sees({ a: 'one' });
  await ada.seesState('a', 'pending');
  ada.comesOnline();
  await ada.syncs();
  await ada.seesState('a', 'acknowledged');
});

test('[F34] a crash between recording a write and making it undoes the write', async () => {
  const ada = await story.person();
  const entry = {
    writeId: 'never',
    previous: '',
    at: '2026-03-02T20:00:00.000+11:00',
    deleted: false,
    data: enquiryContent(),
  };
  const noted = { collection: 'contacts', id: 'a', base: undefined, entry, order: 0 };
  await noteWrite(ada.device.database, noted);
  story.clock.advance(120_000);
  await ada.restarts();
  await ada.sees({});
  await ada.hasWaiting();
  await ada.syncs();
  await story.serverHas({});
});

test('[F37] a crash after the server accepted a write and before the response: stored once', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.restarts();
  await ada.syncs();
  await story.historyIs('a', 'one');
  await ada.seesState('a', 'acknowledged');
});

test('[F37] a crash after the response and before the pull: the pull follows after the restart', async () => {
  const ada = await story.person();
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.restarts();
  await ada.seesState('a', 'pending');
  await ada.hasWaiting();
  await ada.fetches();
  await ada.seesState('a', 'acknowledged');
});

test('[HI3] edits before and after a restart, all offline, appear one by one', async () => {
  const ada = await story.person();
  ada.goesOffline();
  await ada.writes('a', 'one');
  await ada.restarts();
  await ada.writes('a', 'two');
  await ada.restarts();
  await ada.writes('a', 'three');
  ada.comesOnline();
  await ada.syncs();
  await story.historyIs('a', 'one', 'two', 'three');
});

test('[RJ3] a rejected change survives a restart offline and can be resent', async () => {
  const ada = await personWithRejectedChangeOfDeleted(story, 'a');
  ada.goesOffline();
  await ada.restarts();
  await ada.hasRejectedChanges(['a', 'deleted-there']);
  await ada.discards('a');
  await ada.hasRejectedChanges();
  await ada.sees({});
});

test('[RJ5] [F58] a parked write is retried at the next start', async () => {
  const ada = await story.person();
  ada.has(failing(500, 'internal', 'poison'));
  await ada.writes('a', 'poison');
  await ada.writes('b', 'fine');
  for (let attempt = 0; attempt < 6; attempt++) await ada.sends();
  await story.serverHas({ b: 'fine' });
  await ada.hasWaiting('a');
  ada.comesOnline();
  await ada.sends();
  await ada.hasWaiting('a');
  await ada.restarts();
  await ada.syncs();
  await ada.hasWaiting();
});

test('[F42] a deletion made offline survives a restart', async () => {
  const ada = await personWith(story, 'a');
  ada.goesOffline();
  await ada.deletes('a');
  await ada.restarts();
  await ada.sees({});
  ada.comesOnline();
  await ada.syncs();
  await story.historyIs('a', 'one', 'deleted');
});

test('[SQ3] [F60] if the server lost everything while the app was closed, pending writes are sent and the rest is removed', async () => {
  const ada = await personWith(story, 'old');
  ada.goesOffline();
  await ada.writes('new', 'two');
  story.server.loseEverything();
  await ada.restarts();
  ada.comesOnline();
  await meet(ada);
  await ada.sees({ new: 'two' });
  await story.serverHas({ new: 'two' });
});

test('[RT2] a crash in the middle of a restart in place: it starts over and ends in the server’s state', async () => {
  const [ada, eve] = [await story.person(), await story.person()];
  for (const id of ['a', 'b', 'c', 'd', 'e']) await ada.writes(id, 'old');
  await ada.syncs();
  story.server.loseEverything();
  for (const id of ['c', 'd', 'e', 'f', 'g']) await eve.writes(id, 'new life');
  await eve.sends();
  ada.has(losingPull(3));
  await ada.fetches();
  await ada.restarts();
  await ada.fetches();
  await ada.sees({ c: 'new life', d: 'new life', e: 'new life', f: 'new life', g: 'new life' });
});

test('[F54] a phone with a clock ten years slow loses nothing and doesn’t disturb the order of writes', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  story.clock.advance(-10 * 365 * 86_400_000);
  await eve.writes('a', 'two');
  await eve.syncs();
  await ada.fetches();
  await ada.sees({ a: 'two' });
  await story.historyIs('a', 'one', 'two');
  expect(await ada.device.database.rejectedChanges.count().exec()).toBe(0);
});
