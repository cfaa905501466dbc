import { afterEach, beforeEach, expect, test } from 'vitest';
import { losingAnswers } from './networks.ts';
import { FORBIDDEN } from './story-server.ts';
import { pairWith, personWithRejectedChangeOfDeleted, personWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[RJ1] a write refused while it was corrected leaves no rejected change, and the correction is sent', async () => {
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

test('[RJ1] a refused write edited into another refused one makes one rejected change, with the newest content', async () => {
  const ada = await story.person();
  await ada.writes('a', FORBIDDEN);
  const answerArrives = await ada.beginsToSend();
  await ada.writes('a', `${FORBIDDEN} still`);
  await answerArrives();
  await ada.syncs();
  await ada.sees({});
  await ada.hasRejectedChangeOf('a', 'invalid-argument', { contactMessage: `${FORBIDDEN} still` });
});

test('[RJ1] a write refused while its document was deleted leaves no rejected change, and the deletion is sent', async () => {
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

test('[HI3] if only the second of three offline writes is invalid, all three are in the history', async () => {
  const ada = await story.person();
  await ada.writes('a', 'one');
  await ada.writes('a', FORBIDDEN);
  await ada.writes('a', 'three');
  await ada.syncs();
  await story.historyIs('a', 'one', FORBIDDEN, 'three');
  await ada.hasRejectedChanges();
});

test('[RJ1] if the last of three offline writes is refused, the rejected change has the content of all three', async () => {
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

test('[PU2] if the second of three documents in a push is refused, the others are acknowledged', async () => {
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

test('[RJ1] a write refused after another’s change shows the other’s state at once, not the earlier one', async () => {
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

test('[RJ3] a rejected change resent and refused again stays a single rejected change', async () => {
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

test('[RJ3] a resent rejected change of a deleted document is refused and kept', async () => {
  const ada = await personWithRejectedChangeOfDeleted(story, 'a');
  await ada.resends('a', 'my edit after all');
  await ada.syncs();
  await ada.hasRejectedChangeOf('a', 'failed-precondition', { contactMessage: 'my edit after all' });
  await ada.sees({});
});

test('[RJ2] a refused create can be resent offline after a restart', async () => {
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

test('[PU3] a refusal with a lost response is repeated identically and makes one rejected change', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(2));
  await ada.writes('a', FORBIDDEN);
  for (let attempt = 0; attempt < 3; attempt++) await ada.sends();
  await ada.hasRejectedChangeOf('a', 'invalid-argument', { contactMessage: FORBIDDEN });
  await ada.hasWaiting();
});

test('[PU3] [RJ1] after a refusal with a lost response and a correction, only the correction counts', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', FORBIDDEN);
  await ada.sends();
  await ada.writes('a', 'allowed');
  await ada.syncs();
  await ada.hasRejectedChanges();
  await story.serverHas({ a: 'allowed' });
});

test('[RJ1] [F20] a repeated refusal that arrives after the rejected change was resent changes nothing', async () => {
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

test('[RJ1] two successive refusals of one document are two rejected changes, each with its content', async () => {
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

test('[RJ3] a discarded rejected change leaves the server’s state and never comes back', async () => {
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
