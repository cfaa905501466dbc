import { afterEach, beforeEach, expect, test } from 'vitest';
import { FORBIDDEN } from './story-server.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

/** After a minute a recorded write that was never made counts as abandoned. */
const aMinutePasses = () => story.clock.advance(61_000);

/** Number of disk writes before the app crashes. */
const STEPS = [0, 1, 2, 3];

test.each(STEPS)('[F34] a crash after %i steps of a create leaves all of it or nothing', async (n) => {
  const ada = await story.person();
  ada.diesAfter(n);
  await ada.writes('a', 'one');
  await ada.restarts();
  aMinutePasses();
  const isThere = (await ada.device.read('contacts', 'a')) !== undefined;
  expect(isThere).toBe(n >= 2);
  await ada.syncs();
  await story.serverHas(isThere ? { a: 'one' } : {});
  await ada.hasWaiting();
});

test.each(STEPS)(
  '[F34] a crash after %i steps of an edit of a pending document keeps the earlier write',
  async (n) => {
    const ada = await story.person();
    await ada.writes('a', 'one');
    ada.diesAfter(n);
    await ada.writes('a', 'two');
    await ada.restarts();
    const seen = String((await ada.device.read('contacts', 'a'))?.['contactMessage']);
    expect(seen).toBe(n >= 2 ? 'two' : 'one');
    aMinutePasses();
    await ada.syncs();
    await story.serverHas({ a: seen });
    await story.historyIs('a', ...(n >= 2 ? ['one', 'two'] : ['one']));
    await ada.hasWaiting();
  },
);

test.each(STEPS)(
  '[F37] a crash after %i steps of applying a response: stored once and still acknowledged',
  async (n) => {
    const ada = await story.person();
    await ada.writes('a', 'one');
    ada.diesAfter(n);
    await ada.sends();
    await ada.restarts();
    await ada.syncs();
    await story.historyIs('a', 'one');
    await ada.seesState('a', 'acknowledged');
    await ada.hasWaiting();
  },
);

test.each(STEPS)(
  '[F37] a crash of the leading tab after %i steps of applying a response: the next one continues',
  async (n) => {
    const leader = await story.person();
    const follower = await leader.opensTab();
    await follower.writes('a', 'one');
    leader.diesAfter(n);
    await leader.sends();
    await follower.writes('a', 'two');
    await follower.syncs();
    await follower.syncs();
    await story.historyIs('a', 'one', 'two');
    await follower.seesState('a', 'acknowledged');
    await follower.hasWaiting();
  },
);

test.each(STEPS)(
  '[RJ1] a crash after %i steps of a refusal: one rejected change and the server’s state',
  async (n) => {
    const ada = await story.person();
    await ada.writes('a', 'one');
    await ada.syncs();
    await ada.writes('a', FORBIDDEN);
    ada.diesAfter(n);
    await ada.sends();
    await ada.restarts();
    aMinutePasses();
    await ada.syncs();
    await ada.sees({ a: 'one' });
    await ada.hasRejectedChangeOf('a', 'invalid-argument', { contactMessage: FORBIDDEN });
    await ada.hasWaiting();
  },
);

test.each(STEPS)(
  '[CF1] a crash after %i steps of a merge: both edits and one rejected change for the common field',
  async (n) => {
    const [ada, eve] = [await story.person(), await story.person()];
    await ada.writes('a', 'one');
    await ada.syncs();
    await eve.fetches();
    await eve.writes('a', 'theirs');
    await eve.syncs();
    await ada.writes('a', 'mine');
    await ada.writes('a', '0400', 'phone');
    ada.diesAfter(n);
    await ada.sends();
    await ada.restarts();
    await ada.syncs();
    await ada.syncs();
    await eve.fetches();
    await eve.seesField('a', 'phone', '0400');
    for (const one of [ada, eve]) await one.sees({ a: 'theirs' });
    await ada.hasRejectedChangeOf('a', 'aborted', { contactMessage: { mine: 'mine', theirs: 'theirs' } });
    await ada.hasWaiting();
  },
);

test.each(STEPS)(
  '[CF3] a crash after %i steps of applying a deletion: it wins, and the edit is one rejected change',
  async (n) => {
    const [ada, eve] = [await story.person(), await story.person()];
    await ada.writes('a', 'one');
    await ada.syncs();
    await eve.fetches();
    await eve.deletes('a');
    await eve.syncs();
    await ada.writes('a', 'mine');
    ada.diesAfter(n);
    await ada.sends();
    await ada.restarts();
    aMinutePasses();
    await ada.syncs();
    await ada.sees({});
    await ada.hasRejectedChanges(['a', 'deleted-there']);
    await ada.hasWaiting();
  },
);

test.each(STEPS)(
  '[PL1] a crash after %i steps of storing pages: the next pull brings the missing documents',
  async (n) => {
    const [ada, eve] = [await story.person(), await story.person()];
    for (const id of ['a', 'b', 'c', 'd', 'e']) await eve.writes(id, 'one');
    await eve.syncs();
    ada.diesAfter(n);
    await ada.fetches();
    await ada.restarts();
    await ada.fetches();
    await ada.sees({ a: 'one', b: 'one', c: 'one', d: 'one', e: 'one' });
  },
);

test.each(STEPS)(
  '[RT2] a crash after %i steps of a restart: it ends in the server’s state and keeps pending writes',
  async (n) => {
    const [ada, eve] = [await story.person(), await story.person()];
    for (const id of ['a', 'b', 'c', 'd']) await ada.writes(id, 'old');
    await ada.syncs();
    await ada.writes('waiting', 'mine');
    story.server.loseEverything();
    for (const id of ['c', 'd', 'e']) await eve.writes(id, 'new');
    await eve.sends();
    ada.diesAfter(n);
    await ada.fetches();
    await ada.restarts();
    await ada.fetches();
    await ada.sees({ c: 'new', d: 'new', e: 'new', waiting: 'mine' });
    await ada.syncs();
    await story.serverHas({ c: 'new', d: 'new', e: 'new', waiting: 'mine' });
  },
);
