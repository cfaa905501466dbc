import { afterEach, beforeEach, expect, test } from 'vitest';
import { losingAnswers } from './networks.ts';
import { FORBIDDEN } from './story-server.ts';
import { pairWith, personWithRejectedChangeOfDeleted, personWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[RJ1] refused while it was being corrected: the correction goes on, and no rejected change is made', async () => {
  const ada = await story.person();
  await ada.writes('a', FORBIDDEN);
  const answerArrives = await ada.beginsToSend();
  await ada.writes('a', 'allowed');
  await answerArrives();
  await ada.syncs();
  await ada.hasRejectedChanges();
  await ada.seesState('a', 'acknowledged');
  await story.historyIs('a', FORBIDDEN, 'allowed');
});

test('[RJ1] refused while it was being edited into something that is refused as well: one rejected change, with the newest', async () => {
  const ada = await story.person();
  await ada.writes('a', FORBIDDEN);
  const answerArrives = await ada.beginsToSend();
  await ada.writes('a', `${FORBIDDEN} still`);
  await answerArrives();
  await ada.syncs();
  await ada.sees({});
  await ada.hasRejectedChangeOf('a', 'invalid-argument', { contactMessage: `${FORBIDDEN} still` });
});

test('[RJ1] refused while it was being deleted: the deletion goes on, and nothing is left to decide', async () => {
  const ada = await personWith(story, 'a');
  await ada.writes('a', FORBIDDEN);
  const answerArrives = await ada.beginsToSend();
  await ada.deletes('a');
  await answerArrives();
  await ada.syncs();
  await story.serverHas({});
  await ada.hasRejectedChanges();
  await ada.hasWaiting();
});

test('[HI3] the second of three writes made offline would have been refused alone: all three are in the history', async () => {
  const ada = await story.person();
  await ada.writes('a', 'one');
  await ada.writes('a', FORBIDDEN);
  await ada.writes('a', 'three');
  await ada.syncs();
  await story.historyIs('a', 'one', FORBIDDEN, 'three');
  await ada.hasRejectedChanges();
});

test('[RJ1] the last of three writes made offline is refused: what all three wrote is in the rejected change', async () => {
  const ada = await personWith(story, 'a');
  await ada.writes('a', '0400', 'phone');
  await ada.writes('a', 'Byrne', 'company');
  await ada.writes('a', FORBIDDEN);
  await ada.syncs();
  await ada.sees({ a: 'one' });
  await ada.seesField('a', 'phone', '');
  const mine = { contactPhone: '0400', contactCompany: 'Byrne', contactMessage: FORBIDDEN };
  await ada.hasRejectedChangeOf('a', 'invalid-argument', mine);
  await story.historyIs('a', 'one');
});

test('[PU2] of three documents in one push the second is refused: its neighbours are confirmed with it', async () => {
  const ada = await story.person();
  let pushes = 0;
  ada.has((call, { path }) => {
    pushes += path.endsWith('/push') ? 1 : 0;
    return call();
  });
  await ada.writes('a', 'one');
  await ada.writes('b', FORBIDDEN);
  await ada.writes('c', 'three');
  await ada.syncs();
  expect(pushes).toBe(1);
  await story.serverHas({ a: 'one', c: 'three' });
  await ada.seesState('b', 'rejected');
  await ada.hasWaiting();
});

test('[RJ1] refused after somebody else has changed it: the view is theirs at once, not the state of before', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', FORBIDDEN);
  await eve.writes('a', 'Byrne', 'company');
  await eve.syncs();
  await ada.sends();
  await ada.sends();
  await ada.sees({ a: 'one' });
  await ada.seesField('a', 'company', 'Byrne');
  await ada.hasRejectedChanges(['a', 'rejected']);
});

test('[RJ3] a rejected change that is sent again and refused again is a rejected change again, and there is one of it', async () => {
  const ada = await story.person();
  await ada.writes('a', FORBIDDEN);
  await ada.syncs();
  await ada.resends('a', `${FORBIDDEN} again`);
  await ada.hasRejectedChanges();
  await ada.syncs();
  await ada.hasRejectedChangeOf('a', 'invalid-argument', { contactMessage: `${FORBIDDEN} again` });
  await ada.resends('a', 'allowed');
  await ada.syncs();
  await ada.hasRejectedChanges();
  await story.serverHas({ a: 'allowed' });
});

test('[RJ3] a rejected change of a deleted document that is sent again is refused, and kept', async () => {
  const ada = await personWithRejectedChangeOfDeleted(story, 'a');
  await ada.resends('a', 'my edit after all');
  await ada.syncs();
  await ada.hasRejectedChangeOf('a', 'failed-precondition', { contactMessage: 'my edit after all' });
  await ada.sees({});
});

test('[RJ2] a refused create is sent again after a restart, offline first', async () => {
  const ada = await story.person();
  await ada.writes('a', FORBIDDEN);
  await ada.syncs();
  ada.goesOffline();
  await ada.restarts();
  await ada.resends('a', 'allowed');
  await ada.seesState('a', 'pending');
  await ada.restarts();
  ada.comesOnline();
  await ada.syncs();
  await ada.seesState('a', 'acknowledged');
  await story.historyIs('a', 'allowed');
});

test('[PU3] a refusal whose answer is lost is said again word for word, and makes one rejected change', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(2));
  await ada.writes('a', FORBIDDEN);
  for (let attempt = 0; attempt < 3; attempt++) await ada.sends();
  await ada.hasRejectedChangeOf('a', 'invalid-argument', { contactMessage: FORBIDDEN });
  await ada.hasWaiting();
});

test('[PU3] [RJ1] a refusal whose answer is lost, then a correction: the correction alone counts', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', FORBIDDEN);
  await ada.sends();
  await ada.writes('a', 'allowed');
  await ada.syncs();
  await ada.hasRejectedChanges();
  await story.serverHas({ a: 'allowed' });
});

test('[RJ1] [F20] a refusal that comes a second time, after the rejected change was sent again, touches nothing', async () => {
  const ada = await story.person();
  const tab = await ada.opensTab();
  await ada.writes('a', FORBIDDEN);
  const answerArrives = await tab.beginsToSend();
  await ada.sends();
  await ada.resends('a', 'allowed');
  await answerArrives();
  await ada.sees({ a: 'allowed' });
  await ada.syncs();
  await ada.hasRejectedChanges();
  await story.serverHas({ a: 'allowed' });
});

test('[RJ1] two refusals of one document, one after the other, are two rejected changes, each with its own content', async () => {
  const ada = await personWith(story, 'a');
  for (const text of [`${FORBIDDEN} first`, `${FORBIDDEN} second`]) {
    await ada.writes('a', text);
    await ada.syncs();
  }
  await ada.hasRejectedChanges(['a', 'rejected'], ['a', 'rejected']);
  const rejectedChanges = await ada.device.database.rejectedChanges.find({ sort: [{ at: 'asc' }] }).exec();
  expect(rejectedChanges.map(({ content }) => content['contactMessage'])).toEqual([
    `${FORBIDDEN} first`,
    `${FORBIDDEN} second`,
  ]);
  await ada.sees({ a: 'one' });
});

test('[RJ3] a discarded rejected change leaves the server’s state and comes back with nothing', async () => {
  const ada = await personWith(story, 'a');
  await ada.writes('a', FORBIDDEN);
  await ada.syncs();
  await ada.discards('a');
  await ada.restarts();
  await ada.syncs();
  await ada.hasRejectedChanges();
  await ada.seesState('a', 'acknowledged');
  await story.historyIs('a', 'one');
});
