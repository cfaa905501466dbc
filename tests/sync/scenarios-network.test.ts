import { afterEach, beforeEach, expect, test } from 'vitest';
import { OFFLINE } from '../support/test-device.ts';
import { DOUBLED, CUT_SHORT, PORTAL, failing, flaky, losingAnswers } from './networks.ts';
import { personWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[F18] after a dropped request the write stays visible and pending, and the retry sends it', async () => {
  const ada = await story.person();
  ada.has(OFFLINE);
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.sees({ a: 'one' });
  await ada.seesState('a', 'pending');
  ada.comesOnline();
  await ada.syncs();
  await ada.seesState('a', 'acknowledged');
  await story.serverHas({ a: 'one' });
});

test('[F19] after a dropped response the write is stored once', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.hasWaiting('a');
  await ada.syncs();
  await ada.hasWaiting();
  await story.historyIs('a', 'one');
});

test('[F19] after a dropped response and another edit both are in the history, once', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.writes('a', 'two');
  await ada.syncs();
  await story.historyIs('a', 'one', 'two');
  await ada.hasRejectedChanges();
});

test('[F19] after a dropped response the device may pull its own write before it resends it', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.fetches();
  await ada.seesState('a', 'acknowledged');
  await ada.hasWaiting();
});

test('[F19] after a dropped response, an edit and a pull, the edit is based on the pulled state', async () => {
  const ada = await story.person();
  ada.has(losingAnswers(1));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.writes('a', 'two');
  await ada.fetches();
  await ada.sees({ a: 'two' });
  await ada.syncs();
  await story.historyIs('a', 'one', 'two');
});

test('[F20] requests that arrive twice at the same time take effect once', async () => {
  const ada = await story.person();
  ada.has(DOUBLED);
  await ada.writes('a', 'one');
  await ada.syncs();
  await ada.writes('a', 'two');
  await ada.syncs();
  await story.historyIs('a', 'one', 'two');
  await ada.seesState('a', 'acknowledged');
});

test('[F23] a truncated response acknowledges nothing', async () => {
  const ada = await story.person();
  ada.has(CUT_SHORT);
  await ada.writes('a', 'one');
  await ada.syncs();
  await ada.seesState('a', 'pending');
  await ada.hasWaiting('a');
  ada.comesOnline();
  await ada.syncs();
  await story.historyIs('a', 'one');
});

test('[F24] a captive portal’s page counts as a missing network', async () => {
  const ada = await personWith(story, 'kept');
  ada.has(PORTAL);
  await ada.writes('a', 'two');
  await ada.syncs();
  await ada.sees({ kept: 'one', a: 'two' });
  await ada.hasRejectedChanges();
});

test('[F26] with every second request and many responses lost, everything arrives once', async () => {
  const [ada, eve] = [await story.person(), await story.person()];
  ada.has(flaky());
  for (const id of ['a', 'b', 'c']) {
    await ada.writes(id, 'one');
    await ada.syncs();
    await ada.writes(id, 'two');
  }
  for (let round = 0; round < 12; round++) await ada.syncs();
  await eve.fetches();
  await eve.sees({ a: 'two', b: 'two', c: 'two' });
  await ada.hasWaiting();
});

test('[F33] after ninety days without a network the device catches up, and its pending writes are accepted', async () => {
  const [ada, eve] = [await story.person(), await story.person()];
  await ada.writes('a', 'one');
  await ada.syncs();
  ada.goesOffline();
  for (const id of ['b', 'c', 'd', 'e']) await eve.writes(id, 'theirs');
  await eve.syncs();
  await ada.writes('mine', 'written in the bush');
  story.clock.advance(90 * 86_400_000);
  ada.comesOnline();
  await ada.syncs();
  await ada.sees({
    a: 'one',
    b: 'theirs',
    c: 'theirs',
    d: 'theirs',
    e: 'theirs',
    mine: 'written in the bush',
  });
  await ada.hasWaiting();
});

test.each([
  ['F40', 'a token that runs out in the middle', 401, 'unauthenticated'],
  ['F48', 'a server that wants a newer app', 426, 'failed-precondition'],
  ['RJ4', 'a server that is busy', 429, 'resource-exhausted'],
])('[%s] %s (%i) loses nothing and refuses nothing', async (_id, _what, status, code) => {
  const ada = await story.person();
  ada.has(failing(status, code));
  await ada.writes('a', 'one');
  await ada.sends();
  await ada.hasRejectedChanges();
  await ada.hasWaiting('a');
  ada.comesOnline();
  await ada.syncs();
  await ada.seesState('a', 'acknowledged');
  await story.serverHas({ a: 'one' });
});

test('[F59] hundreds of pending writes are sent in batches, and acknowledged ones not again after an interruption', async () => {
  const ada = await story.person();
  ada.goesOffline();
  for (let index = 0; index < 250; index++) await ada.writes(`e${index}`, 'one');
  let pushes = 0;
  ada.has(async (call, { path }) => {
    if (path.endsWith('/push') && ++pushes === 3) throw new TypeError('Failed to fetch');
    return call();
  });
  await ada.sends();
  expect(await ada.device.database.outbox.count().exec()).toBe(50);
  await ada.sends();
  expect(pushes).toBe(4);
  await ada.hasWaiting();
});
