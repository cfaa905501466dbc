import { afterEach, beforeEach, test } from 'vitest';
import { losingAnswers } from './networks.ts';
import { deletesAndSyncs, pairWith, personWithRejectedChangeOfDeleted } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[F38] offline edits of different fields on two devices are merged without a question', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', '0400', 'phone');
  await eve.writes('a', 'Byrne', 'company');
  await eve.syncs();
  await ada.syncs();
  await ada.syncs();
  await eve.fetches();
  for (const one of [ada, eve]) {
    await one.seesField('a', 'phone', '0400');
    await one.seesField('a', 'company', 'Byrne');
    await one.hasRejectedChanges();
  }
});

test('[F38] of two offline edits of one field the first stays, the second becomes a rejected change with both values', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', 'mine');
  await eve.writes('a', 'theirs');
  await eve.syncs();
  await ada.syncs();
  await ada.sees({ a: 'theirs' });
  await ada.hasRejectedChanges(['a', 'conflict']);
  await ada.hasWaiting();
});

test('[F38] the same edit on both devices is no conflict', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', 'the same');
  await eve.writes('a', 'the same');
  await eve.syncs();
  await ada.syncs();
  await ada.hasRejectedChanges();
  await ada.seesState('a', 'acknowledged');
});

test('[F39] an edit of a document deleted elsewhere loses and becomes a rejected change', async () => {
  const ada = await personWithRejectedChangeOfDeleted(story, 'a');
  await ada.sees({});
  await ada.hasRejectedChanges(['a', 'deleted-there']);
});

test('[F39] deleting a document edited elsewhere wins, and the edit is in the history', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await eve.writes('a', 'their edit');
  await eve.syncs();
  await deletesAndSyncs(ada, 'a');
  await ada.syncs();
  await story.serverHas({});
  await story.historyIs('a', 'one', 'their edit', 'deleted');
});

test('[CF3] deleting a document on both devices is no conflict', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await deletesAndSyncs(eve, 'a');
  await deletesAndSyncs(ada, 'a');
  await ada.syncs();
  await ada.hasRejectedChanges();
  await ada.hasWaiting();
});

test('[F21] a second push before the response to the first overwrites nothing silently', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  ada.has(losingAnswers(1));
  await ada.writes('a', 'first');
  await ada.sends();
  await eve.fetches();
  await eve.writes('a', 'theirs');
  await eve.syncs();
  await ada.writes('a', 'second');
  await ada.syncs();
  await ada.syncs();
  await ada.hasRejectedChanges(['a', 'conflict']);
  await ada.sees({ a: 'theirs' });
  await story.historyIs('a', 'one', 'first', 'theirs');
});

test('[CF1] an edit during a merge is based on the merged state', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', '0400', 'phone');
  await eve.writes('a', 'theirs');
  await eve.syncs();
  await ada.sends();
  await ada.writes('a', 'Byrne', 'company');
  await ada.syncs();
  await ada.seesField('a', 'phone', '0400');
  await ada.seesField('a', 'company', 'Byrne');
  await ada.sees({ a: 'theirs' });
  await ada.hasWaiting();
});

test('[CF1] an edit undone before it was sent leaves the other device’s edit alone', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', 'two');
  await ada.writes('a', 'one');
  await eve.writes('a', 'theirs');
  await eve.syncs();
  await ada.syncs();
  await ada.sees({ a: 'theirs' });
  await ada.hasRejectedChanges();
});

test('[CF1] a conflict with a document imported meanwhile is handled like any other', async () => {
  const [ada] = await pairWith(story, 'a');
  await ada.writes('a', 'mine');
  await story.serverWrites('a', 'imported');
  await ada.syncs();
  await ada.sees({ a: 'imported' });
  await ada.hasRejectedChanges(['a', 'conflict']);
});

test('[CF1] resending my value after a conflict is a new write', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', 'mine');
  await eve.writes('a', 'theirs');
  await eve.syncs();
  await ada.syncs();
  await ada.resends('a', 'mine after all');
  await ada.syncs();
  await ada.hasRejectedChanges();
  await story.historyIs('a', 'one', 'theirs', 'mine after all');
});

test('[CF1] three devices that sync one after the other converge', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  const kim = await story.person();
  await kim.fetches();
  await ada.writes('a', '0400', 'phone');
  await eve.writes('a', 'Byrne', 'company');
  await kim.writes('a', 'kim');
  for (const one of [ada, eve, kim, ada, eve, kim, ada, eve]) await one.syncs();
  for (const one of [ada, eve, kim]) {
    await one.sees({ a: 'kim' });
    await one.seesField('a', 'phone', '0400');
    await one.seesField('a', 'company', 'Byrne');
    await one.hasWaiting();
  }
});
