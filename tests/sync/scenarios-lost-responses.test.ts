import { afterEach, beforeEach, expect, test } from 'vitest';
import { OFFLINE } from '../support/test-device.ts';
import { heldUp, losingAnswers } from './networks.ts';
import { FORBIDDEN } from './story-server.ts';
import { deletesAndSyncs, pairWith, pairWithLostAnswer, personWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[PU4] two lost responses with an edit after each: no conflict with itself, every write once', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(2));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.writes('a', 'two');
  await ada.sends();
  await ada.writes('a', 'three');
  await ada.syncs();
  await story.historyIs('a', 'one', 'two', 'three');
  await ada.hasRejectedChanges();
  await ada.seesState('a', 'acknowledged');
});

test('[PU4] two lost responses with a pull between them: the edits are based on the pulled state', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(2));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.writes('a', 'two');
  await ada.fetches();
  await ada.sends();
  await ada.writes('a', 'three');
  await ada.fetches();
  await ada.sees({ a: 'three' });
  await ada.syncs();
  await story.historyIs('a', 'one', 'two', 'three');
});

test('[PU4] twice a lost response, a restart and an edit: every write once', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(2));
  for (const text of ['one', 'two', 'three']) {
    await ada.writes('a', text);
    await ada.sends();
    await ada.restarts();
  }
  await ada.fetches();
  await story.historyIs('a', 'one', 'two', 'three');
  await ada.hasWaiting();
});

test('[PU4] [CF1] a lost response, another’s edit of another field, then mine of the first field: all three stay', async () => {
  const [ada, eve] = await pairWithLostAnswer(story, 'a');
  await eve.writes('a', 'Byrne', 'company');
  await eve.syncs();
  await ada.writes('a', 'two');
  await ada.syncs();
  await ada.syncs();
  await ada.sees({ a: 'two' });
  await ada.seesField('a', 'company', 'Byrne');
  await ada.hasRejectedChanges();
});

test('[CF3] a lost response, deleted there, edited here: the deletion wins, the edit is a rejected change', async () => {
  const [ada, eve] = await pairWithLostAnswer(story, 'a');
  await deletesAndSyncs(eve, 'a');
  await ada.writes('a', 'two');
  await ada.syncs();
  await ada.sees({});
  await ada.hasRejectedChanges(['a', 'deleted-there']);
});

test('[CF3] a lost response, then deleted there: it disappears without a rejected change', async () => {
  const [ada, eve] = await pairWithLostAnswer(story, 'a');
  await deletesAndSyncs(eve, 'a');
  await ada.syncs();
  await ada.sees({});
  await ada.hasRejectedChanges();
  await ada.hasWaiting();
});

test('[CF4] the response to a merge is lost: the merge is one write, and both devices have it', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', '0400', 'phone');
  await eve.writes('a', 'theirs');
  await eve.syncs();
  // The push gets the conflict, merges, and pushes the merge, whose response is lost.
  ada.has(losingAnswers(1, ({ body }) => body.includes('theirs')));
  await ada.sends();
  await ada.hasWaiting('a');
  await ada.syncs();
  await eve.fetches();
  for (const one of [ada, eve]) await one.seesField('a', 'phone', '0400');
  await ada.sees({ a: 'theirs' });
  // My edit as written and as merged.
  await story.historyIs('a', 'one', 'theirs', 'one', 'theirs');
  await ada.hasWaiting();
});

test('[PU6] the response to a write without changes is lost: still nothing is written', async () => {
  const ada = await personWith(story, 'a');
  ada.has(OFFLINE);
  await ada.writes('a', 'two');
  await ada.writes('a', 'one');
  ada.has(losingAnswers(1));
  await ada.sends();
  await ada.syncs();
  await story.historyIs('a', 'one');
  await ada.seesState('a', 'acknowledged');
  await ada.hasWaiting();
});

test('[PU3] the response to three rows, one refused, is lost: each gets the same verdict again', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', 'one');
  await ada.writes('b', FORBIDDEN);
  await ada.writes('c', 'three');
  await ada.sends();
  await ada.hasWaiting('a', 'b', 'c');
  await ada.syncs();
  await ada.hasWaiting();
  await ada.hasRejectedChanges(['b', 'rejected']);
  for (const [id, text] of [
    ['a', 'one'],
    ['c', 'three'],
  ] as const)
    await story.historyIs(id, text);
});

test('[F21] a delayed push that arrives after the next one reverts nothing', async () => {
  const ada = await story.person();
  await ada.writes('a', 'one');
  const { network, arrives } = heldUp();
  ada.has(network);
  await ada.sends();
  ada.comesOnline();
  await ada.writes('a', 'two');
  await ada.syncs();
  await arrives();
  await ada.syncs();
  await ada.sees({ a: 'two' });
  await story.historyIs('a', 'one', 'two');
});

test('[F21] a delayed create that arrives after the deletion doesn’t restore the document', async () => {
  const ada = await story.person();
  await ada.writes('a', 'one');
  const { network, arrives } = heldUp();
  ada.has(network);
  await ada.sends();
  ada.comesOnline();
  await deletesAndSyncs(ada, 'a');
  await arrives();
  await ada.fetches();
  await story.serverHas({});
  await ada.sees({});
});

test('[PL4] a response delayed past another’s write and my pull: the next pull brings the newest state', async () => {
  const [ada, eve] = [await story.person(), await story.person()];
  await ada.writes('a', 'one');
  const answerArrives = await ada.beginsToSend();
  await eve.fetches();
  await eve.writes('a', 'two');
  await eve.syncs();
  await ada.fetches();
  await answerArrives();
  await ada.fetches();
  await ada.sees({ a: 'two' });
  await ada.seesState('a', 'acknowledged');
  expect(await ada.device.database.outbox.count().exec()).toBe(0);
});
