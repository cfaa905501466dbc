import { afterEach, beforeEach, test } from 'vitest';
import { RETENTION_MS } from '#server/core/maintenance.ts';
import { deletesAndSyncs, pairWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

async function sleepsHalfAYear(...before: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of before) await step();
  story.clock.advance(RETENTION_MS + 86_400_000);
  await story.server.forget();
}

test('[RT2] [F65] half a year asleep: what was deleted and forgotten goes, what lives stays', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.fetches();
  await ada.sees({ b: 'one' });
  await ada.hasRejectedChanges();
});

test('[RT2] [F65] half a year asleep with a create waiting: it is taken', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('mine', 'of last year');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.syncs();
  await ada.fetches();
  await story.serverHas({ mine: 'of last year' });
  await ada.seesState('mine', 'acknowledged');
});

test('[RT2] [F65] half a year asleep with edits waiting: of what lives it is taken, of what was forgotten it is a rejected change', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b');
  await ada.writes('a', 'edit of the gone');
  await ada.writes('b', 'edit of the living');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.syncs();
  await ada.fetches();
  await story.serverHas({ b: 'edit of the living' });
  await ada.sees({ b: 'edit of the living' });
  await ada.hasRejectedChangeOf('a', 'not-found', { contactMessage: 'edit of the gone' });
});

test('[RT2] [F65] half a year asleep with a deletion waiting that is forgotten there: nothing is left to decide', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b');
  await ada.deletes('a');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.syncs();
  await ada.hasRejectedChanges();
  await ada.hasWaiting();
  await ada.sees({ b: 'one' });
});

test('[RT2] [F65] the rejected change of a forgotten document, sent again, is a new document under the same id', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', 'edit of the gone');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.syncs();
  await ada.resends('a', 'made anew');
  await ada.syncs();
  await eve.fetches();
  await eve.sees({ a: 'made anew' });
  await ada.hasRejectedChanges();
});

test('[RT2] [F65] who writes to an id after its deletion was forgotten gets a rejected change, and sent again it is a new document', async () => {
  const [ada] = await pairWith(story, 'a', 'b');
  await sleepsHalfAYear(() => deletesAndSyncs(ada, 'a'));
  await ada.fetches();
  await ada.writes('a', 'again');
  await ada.syncs();
  await ada.hasRejectedChangeOf('a', 'not-found', { contactMessage: 'again' });
  await ada.resends('a', 'again');
  await ada.syncs();
  await ada.hasRejectedChanges();
  await story.serverHas({ a: 'again', b: 'one' });
});
