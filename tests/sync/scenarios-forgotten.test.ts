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

test('[RT2] [F65] after half a year offline, purged deletions are removed and existing documents stay', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.fetches();
  await ada.sees({ b: 'one' });
  await ada.hasRejectedChanges();
});

test('[RT2] [F65] after half a year offline, a pending create is accepted', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('mine', 'of last year');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.syncs();
  await ada.fetches();
  await story.serverHas({ mine: 'of last year' });
  await ada.seesState('mine', 'acknowledged');
});

test('[RT2] [F65] after half a year offline, pending edits of existing documents are accepted, of purged ones rejected changes', async () => {
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

test('[RT2] [F65] after half a year offline, a pending deletion of a purged document leaves nothing to resolve', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b');
  await ada.deletes('a');
  await sleepsHalfAYear(() => deletesAndSyncs(eve, 'a'));
  await ada.syncs();
  await ada.hasRejectedChanges();
  await ada.hasWaiting();
  await ada.sees({ b: 'one' });
});

test('[RT2] [F65] resending the rejected change of a purged document creates a new document with the same id', async () => {
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

test('[RT2] [F65] a write to a purged document becomes a rejected change, which resent creates a new document', async () => {
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
