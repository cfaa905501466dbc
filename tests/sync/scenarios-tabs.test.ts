import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleWrite } from '#pwa/data/sync/outbox.ts';
import { nextBatch } from '#pwa/data/sync/push-writes.ts';
import { eventually } from '../support/eventually.ts';
import { countingPushes, failing } from './networks.ts';
import { personWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[F36] of two tabs’ edits of one document the later wins, and both are in the history', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.writes('a', 'in the first tab');
  await second.writes('a', 'in the second tab');
  await first.sees({ a: 'in the second tab' });
  await first.syncs();
  await story.historyIs('a', 'in the first tab', 'in the second tab');
});

test('[F36] writes of two tabs at the same moment are both kept', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.writes('a', 'one');
  await Promise.all([first.writes('a', '0400', 'phone'), second.writes('a', 'Byrne', 'company')]);
  await first.seesField('a', 'phone', '0400');
  await first.seesField('a', 'company', 'Byrne');
  await first.syncs();
  await first.hasWaiting();
});

test('[F37] two tabs that push at once after a change of leader take effect once', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.writes('a', 'one');
  await first.writes('b', 'two');
  await Promise.all([first.sends(), second.sends()]);
  await first.fetches();
  await story.historyIs('a', 'one');
  await story.historyIs('b', 'two');
  await first.hasWaiting();
});

test('[F37] after a late response to an overtaken tab, newer writes are still sent', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.writes('a', 'one');
  const answerArrives = await first.beginsToSend();
  await second.writes('a', 'two');
  await second.sends();
  await answerArrives();
  await first.syncs();
  await story.historyIs('a', 'one', 'two');
  await first.seesState('a', 'acknowledged');
});

test('[F36] [PU4] a write that another tab reports only after it was sent is sent once', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  const pushes = countingPushes();
  first.has(pushes.network);
  const newsArrives = first.missesNews();
  await second.writes('a', 'one');
  await first.sends();
  newsArrives();
  await first.syncs();
  expect(pushes.count()).toBe(1);
  await first.hasWaiting();
  await first.sees({ a: 'one' });
});

test('[F36] a version that another tab reports late does not replace a newer one on the screen', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.writes('a', 'one');
  const seen: string[] = [];
  const shown = first.device.database.contacts
    .findOne('a')
    .$.subscribe((found) => seen.push(found?.contactMessage ?? 'nothing'));
  await eventually(() => expect(seen.at(-1)).toBe('one'));
  const newsArrives = first.missesNews();
  await second.writes('a', 'two');
  await first.writes('a', 'three');
  newsArrives();
  await first.writes('b', 'another');
  await first.sees({ a: 'three', b: 'another' });
  expect(seen.at(-1)).toBe('three');
  shown.unsubscribe();
});

test('[F37] a write that a tab sent just before it died is not sent again', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.writes('a', 'one');
  first.goesOffline();
  await first.sends();
  first.missesNews();
  await second.sends();
  const pushes = countingPushes();
  first.has(pushes.network);
  await first.sends();
  expect(pushes.count()).toBe(0);
  await story.historyIs('a', 'one');
});

test('[F37] a write of a tab that died before it told the others is sent by the next one', async () => {
  const first = await story.person();
  const second = await first.opensTab();
  await first.sends();
  first.missesNews();
  await second.writes('a', 'one');
  await first.sends();
  await story.historyIs('a', 'one');
});

test('[CL8] a push doesn’t acknowledge a write made during that push', async () => {
  const ada = await story.person();
  await ada.writes('a', 'one');
  const answerArrives = await ada.beginsToSend();
  await ada.writes('a', 'two');
  await ada.seesState('a', 'pending');
  await answerArrives();
  await ada.fetches();
  await ada.sees({ a: 'two' });
  await ada.syncs();
  await ada.seesState('a', 'acknowledged');
});

test('[F36] a write recorded while the previous one is settled keeps its record', async () => {
  const ada = await story.person();
  const settled = { FBUID: 'a', writeId: '' };
  for (let round = 0; round < 40; round++) {
    await ada.writes('a', `first ${round}`);
    const local = await ada.device.read('contacts', 'a');
    const master = { ...settled, ...local, writeId: String(local?.['writeId']) };
    const wait = async () => {
      for (let tick = 0; tick < round % 20; tick++) await Promise.resolve();
    };
    await Promise.all([
      settleWrite(ada.device.database, 'contacts|a', master),
      wait().then(() => ada.writes('a', `second ${round}`)),
    ]);
    const batch = await nextBatch(ada.device.database);
    expect(batch[0]?.row.newDocumentState, `round ${round}`).toMatchObject({
      contactMessage: `second ${round}`,
    });
  }
});

test('[F42] [F43] another person’s device neither sees nor sends my data', async () => {
  const [ada, bob] = [await story.person('ada'), await story.person('bob')];
  await ada.writes('a', 'mine');
  await ada.syncs();
  await bob.fetches();
  await bob.sees({});
  await bob.writes('a', 'stolen');
  await bob.syncs();
  await bob.hasRejectedChanges(['a', 'rejected']);
  await story.serverHas({ a: 'mine' });
});

test('[AC3] staff see everything until they lose the right', async () => {
  const [ada, staff] = [await story.person('ada'), await story.person('staff')];
  await ada.writes('a', 'one');
  await ada.syncs();
  await staff.fetches();
  await staff.sees({ a: 'one' });
  story.server.sessions.set('staff', { accountId: 'staff', email: 'staff@example.com', isStaff: false });
  await staff.fetches();
  await staff.sees({});
  await staff.hasWaiting();
});

test('[RJ1] after a refusal every tab shows the earlier state, and the content is kept', async () => {
  const ada = await story.person();
  const tab = await ada.opensTab();
  await ada.writes('a', 'one');
  await ada.syncs();
  ada.has(async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: { newDocumentState: { FBUID: string; writeId: string } }[] };
    const master = await ada.device.database.contacts.findOne('none').exec();
    expect(master).toBeNull();
    return Response.json({
      rewinds: [],
      verdicts: rows.map(({ newDocumentState: { FBUID: id, writeId } }) => ({
        id,
        writeId,
        verdict: 'rejected',
        code: 'invalid-argument',
        message: 'No.',
      })),
    });
  });
  await ada.writes('a', 'refused');
  await ada.sends();
  await tab.sees({});
  await tab.hasRejectedChanges(['a', 'rejected']);
  await tab.hasWaiting();
});

test('[CL10] [F29] after a lost poke about a deletion on the server, the next pull brings it', async () => {
  const ada = await personWith(story, 'a');
  await story.serverDeletes('a');
  await ada.sees({ a: 'one' });
  await ada.fetches();
  await ada.sees({});
  await ada.hasRejectedChanges();
});

test('[RJ2] a refused create resent under the same id is a create again', async () => {
  const ada = await story.person();
  ada.has(failing(413, 'resource-exhausted', 'too long'));
  await ada.writes('a', 'too long');
  await ada.sends();
  await ada.sees({});
  await ada.hasRejectedChanges(['a', 'rejected']);
  await ada.resends('a', 'shorter');
  await ada.syncs();
  await story.historyIs('a', 'shorter');
  await ada.hasRejectedChanges();
});
