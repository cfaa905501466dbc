import { afterEach, beforeEach, expect, test } from 'vitest';
import { pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { losingPull } from './networks.ts';
import { deletesAndSyncs, meet, pairWith, writesAfterBackup, writesAfterRestore } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[RT3] a backup is put back: what two devices have seen since comes back once', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'lost', 'of today');
  await eve.fetches();
  await story.server.restore();
  await story.serverHas({ a: 'one' });
  await meet(ada, eve, ada, eve);
  await story.serverHas({ a: 'one', lost: 'of today' });
  await story.historyIs('lost', 'of today');
  for (const one of [ada, eve]) {
    await one.hasRejectedChanges();
    await one.hasWaiting();
    await one.sees({ a: 'one', lost: 'of today' });
  }
});

test('[RT3] a backup is put back: a newer state that both devices hold comes back on top of the older', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'a', 'of today');
  await eve.fetches();
  await story.server.restore();
  await meet(ada, eve, ada, eve);
  await story.serverHas({ a: 'of today' });
  await story.historyIs('a', 'one', 'of today');
  await eve.hasRejectedChanges();
});

test('[RT3] a backup is put back while an edit of a lost document waits: document and edit come back', async () => {
  const [ada] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'lost', 'of today');
  ada.goesOffline();
  await ada.writes('lost', 'my edit');
  await story.server.restore();
  ada.comesOnline();
  await meet(ada);
  await story.serverHas({ a: 'one', lost: 'my edit' });
  await ada.hasRejectedChanges();
});

test('[RT3] a backup is put back: what was deleted since is deleted again by the device that knows', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b');
  story.server.backUp();
  await deletesAndSyncs(ada, 'a');
  await eve.fetches();
  await story.server.restore();
  await meet(ada, eve);
  await story.serverHas({ b: 'one' });
  for (const one of [ada, eve]) await one.sees({ b: 'one' });
});

test('[RT3] a backup is put back, and somebody has written since: theirs is newer than what was lost', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'a', 'lost');
  await writesAfterRestore(story, eve, 'a');
  await meet(ada);
  await ada.sees({ a: 'after the restore' });
  await ada.hasWaiting();
  await ada.hasRejectedChanges(['a', 'conflict']);
  await ada.hasRejectedChangeOf('a', 'aborted', {
    contactMessage: { mine: 'lost', theirs: 'after the restore' },
  });
});

test('[RT3] two devices hold different lost states, and the older comes first: the newer is kept as a rejected change', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'a', 'two');
  await eve.fetches();
  await eve.writes('a', 'three');
  await eve.syncs();
  await story.server.restore();
  await meet(ada, eve, ada, eve);
  await story.serverHas({ a: 'two' });
  for (const one of [ada, eve]) {
    await one.sees({ a: 'two' });
    await one.hasWaiting();
  }
  await ada.hasRejectedChanges();
  await eve.hasRejectedChanges(['a', 'conflict']);
  await eve.hasRejectedChangeOf('a', 'aborted', { contactMessage: { mine: 'three', theirs: 'two' } });
});

test('[RT3] what a waiting edit of another field stands on is lost, and somebody has written since: it is kept as a rejected change', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'a', 'lost');
  ada.goesOffline();
  await ada.writes('a', '020 1', 'phone');
  await writesAfterRestore(story, eve, 'a');
  ada.comesOnline();
  await meet(ada);
  await ada.sees({ a: 'after the restore' });
  await ada.seesField('a', 'phone', '020 1');
  await ada.hasRejectedChanges(['a', 'conflict']);
  await ada.hasRejectedChangeOf('a', 'aborted', {
    contactMessage: { mine: 'lost', theirs: 'after the restore' },
  });
});

test('[RT3] an edit of a lost state is pushed before its device has heard of the restore: the word on it waits', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'a', 'lost');
  await writesAfterRestore(story, eve, 'a');
  await ada.writes('a', '020 1', 'phone');
  await ada.sends();
  await ada.hasWaiting('a');
  await meet(ada);
  await ada.sees({ a: 'after the restore' });
  await ada.seesField('a', 'phone', '020 1');
  await ada.hasWaiting();
  await ada.hasRejectedChangeOf('a', 'aborted', {
    contactMessage: { mine: 'lost', theirs: 'after the restore' },
  });
});

test('[RT3] an edit of a lost state is pushed in the middle of the restart: the word on it waits', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b', 'c', 'd');
  await writesAfterBackup(story, ada, 'd', 'lost');
  await ada.writes('d', '020 1', 'phone');
  await writesAfterRestore(story, eve, 'd');
  ada.has(losingPull(3));
  await ada.fetches();
  ada.comesOnline();
  await ada.sends();
  await ada.hasWaiting('d');
  await meet(ada);
  await ada.seesField('d', 'phone', '020 1');
  await ada.hasRejectedChangeOf('d', 'aborted', {
    contactMessage: { mine: 'lost', theirs: 'after the restore' },
  });
});

test('[RT3] a lost state meets a deletion made since the restore: it is kept as a rejected change', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'a', 'lost');
  await story.server.restore();
  await eve.fetches();
  await deletesAndSyncs(eve, 'a');
  await ada.fetches();
  await ada.sees({});
  await ada.hasRejectedChanges(['a', 'deleted-there']);
  await ada.hasRejectedChangeOf('a', 'aborted', { contactMessage: 'lost' });
});

test('[RT3] a write that was accepted and never pulled is lost: it is sent again on the state it was made on', async () => {
  const [ada] = await pairWith(story, 'a');
  story.server.backUp();
  await ada.writes('a', 'lost');
  await ada.sends();
  await story.server.restore();
  await meet(ada);
  await story.serverHas({ a: 'lost' });
  await ada.sees({ a: 'lost' });
  await ada.hasRejectedChanges();
});

test('[RT3] a restart that is cut off and begun again keeps a lost state in one rejected change', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b', 'c', 'd');
  await writesAfterBackup(story, ada, 'd', 'lost');
  await story.server.restore();
  await eve.fetches();
  for (const id of ['a', 'b', 'd']) {
    await eve.writes(id, 'since');
    await eve.syncs();
  }
  ada.has(losingPull(3));
  await ada.fetches();
  await ada.restarts();
  ada.comesOnline();
  await ada.fetches();
  await ada.sees({ a: 'since', b: 'since', c: 'one', d: 'since' });
  await ada.hasRejectedChanges(['d', 'conflict']);
});

test('[RT3] two backups are put back, one after the other: a device that slept through both brings its own', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'b', 'before both');
  await story.server.restore();
  await eve.fetches();
  await eve.writes('c', 'in between');
  await eve.syncs();
  await story.server.restore();
  await meet(ada, eve, ada);
  await story.serverHas({ a: 'one', b: 'before both', c: 'in between' });
});

test('[RT3] [RT2] a restart after a restore is cut off by the app’s end: what was lost still comes back', async () => {
  const [ada] = await pairWith(story, 'a', 'b', 'c', 'd');
  await writesAfterBackup(story, ada, 'lost', 'of today');
  await story.server.restore();
  ada.has(losingPull(3));
  await ada.fetches();
  await ada.restarts();
  ada.comesOnline();
  await meet(ada);
  await story.serverHas({ a: 'one', b: 'one', c: 'one', d: 'one', lost: 'of today' });
});

test('[RT3] [AC4] a restore loses a claim: the device is told of the reset once, and claims again', async () => {
  const [visitor, eve] = [await story.visitor(), await story.person()];
  await visitor.writes('a', 'one');
  await visitor.syncs();
  story.server.backUp();
  await visitor.isClaimedBy('ada');
  await eve.fetches();
  await eve.sees({ a: 'one' });
  await story.server.restore();
  await eve.fetches();
  const claims: Promise<void>[] = [];
  const { database, client } = visitor.device;
  const onReset = () => void claims.push(visitor.isClaimedBy('ada'));
  const options = { database, client, clock: story.clock, pageSize: 3, onReset };
  await pullCollection(options, 'contacts');
  await pullCollection(options, 'contacts');
  expect(claims).toHaveLength(1);
  await Promise.all(claims);
  await eve.fetches();
  await eve.sees({ a: 'one' });
});
