import { afterEach, beforeEach, expect, test } from 'vitest';
import { pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { losingAnswers, losingPull } from './networks.ts';
import {
  deletesAndSyncs,
  meet,
  pairWith,
  personWith,
  writesAfterBackup,
  writesAfterRestore,
} from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

test('[RT3] after a restore, a document that two devices have comes back once', async () => {
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

test('[RT3] after a restore, a newer state on both devices comes back on top of the older', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'a', 'of today');
  await eve.fetches();
  await story.server.restore();
  await meet(ada, eve, ada, eve);
  await story.serverHas({ a: 'of today' });
  await story.historyIs('a', 'one', 'of today');
  await eve.hasRejectedChanges();
});

test('[RT3] after a restore, a lost document with a pending edit comes back with its edit', async () => {
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

test('[RT3] after a restore, the device that knows of a deletion repeats it', async () => {
  const [ada, eve] = await pairWith(story, 'a', 'b');
  story.server.backUp();
  await deletesAndSyncs(ada, 'a');
  await eve.fetches();
  await story.server.restore();
  await meet(ada, eve);
  await story.serverHas({ b: 'one' });
  for (const one of [ada, eve]) await one.sees({ b: 'one' });
});

test('[RT3] after a restore, a write made since is newer than the lost ones', async () => {
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

test('[RT3] of different lost states on two devices, the older arrives first and the newer becomes a rejected change', async () => {
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

test('[RT3] a pending edit with a lost base becomes a rejected change if another write was made since', async () => {
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

test('[RT3] an edit of a lost state pushed before the device knows of the restore stays pending', async () => {
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

test('[RT3] an edit of a lost state pushed during the restart stays pending', async () => {
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

test('[RT3] a lost state that meets a deletion made since the restore becomes a rejected change', async () => {
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

test('[RT3] a lost write that was accepted and never pulled is sent again on its base', async () => {
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

test('[RT3] an interrupted and repeated restart keeps a lost state in one rejected change', async () => {
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

test('[RT3] a device offline during two restores resends its own writes', async () => {
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

test('[RT3] a pending edit from before all data was lost overwrites nothing newer after a later restore', async () => {
  const ada = await personWith(story, 'a', 'b', 'c');
  await ada.writes('a', 'two');
  await ada.syncs();
  await ada.writes('a', '0400', 'phone');
  story.server.loseEverything();
  const eve = await story.person();
  await eve.writes('a', 'one');
  await eve.syncs();
  await ada.fetches();
  await eve.writes('a', 'three');
  await eve.syncs();
  story.server.backUp();
  await story.server.restore();
  await ada.fetches();
  await ada.syncs();
  await ada.sees({ a: 'three' });
  await ada.seesField('a', 'phone', '0400');
  await ada.hasWaiting();
  await story.serverHas({ a: 'three' });
});

test('[RT3] a pending edit whose base outlived an unknown epoch, but not the restore after it, brings both back', async () => {
  const [ada] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'lost', 'of today');
  await ada.writes('lost', '0400', 'phone');
  story.server.startAnew();
  await ada.fetches();
  await story.server.restore();
  await meet(ada);
  await story.serverHas({ a: 'one', lost: 'of today' });
  await ada.seesField('lost', 'phone', '0400');
  await ada.hasWaiting();
  await ada.hasRejectedChanges();
});

test('[RT3] a pending edit whose base has another number in an unknown epoch overwrites nothing newer after a later restore', async () => {
  const ada = await personWith(story, 'a', 'b');
  const eve = await story.person();
  eve.has(losingAnswers(1));
  await eve.writes('c', 'one');
  await eve.sends();
  await ada.fetches();
  await ada.writes('c', '0400', 'phone');
  story.server.loseEverything();
  await meet(eve, eve);
  await ada.fetches();
  await eve.writes('c', 'three');
  await eve.syncs();
  story.server.backUp();
  await story.server.restore();
  await meet(ada);
  await ada.sees({ c: 'three' });
  await ada.seesField('c', 'phone', '0400');
  await ada.hasWaiting();
  await story.serverHas({ c: 'three' });
});

test('[RT3] a pending edit whose replaced base a later restore drops keeps what only that base had', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await writesAfterBackup(story, ada, 'c', 'lost');
  await eve.fetches();
  await ada.writes('c', '0400', 'phone');
  await eve.writes('c', 'Eagle', 'company');
  await eve.syncs();
  story.server.startAnew();
  await ada.fetches();
  await story.server.restore();
  const zoe = await story.person();
  await zoe.writes('c', 'of zoe');
  await zoe.syncs();
  await meet(ada);
  await ada.sees({ a: 'one', c: 'of zoe' });
  await ada.seesField('c', 'phone', '0400');
  await ada.hasWaiting();
  await ada.hasRejectedChangeOf('c', 'aborted', { contactMessage: { mine: 'lost', theirs: 'of zoe' } });
});

test('[RT3] a pending edit of a document that an unknown epoch lacks overwrites nothing newer after a later restore', async () => {
  const ada = await personWith(story, 'a', 'b', 'c');
  await ada.writes('a', 'two');
  await ada.syncs();
  await ada.writes('a', '0400', 'phone');
  story.server.loseEverything();
  await ada.fetches();
  const eve = await story.person();
  await eve.writes('a', 'three');
  await eve.syncs();
  await ada.fetches();
  story.server.backUp();
  await story.server.restore();
  await meet(ada);
  await ada.sees({ a: 'three' });
  await ada.seesField('a', 'phone', '0400');
  await ada.hasWaiting();
  await story.serverHas({ a: 'three' });
});

test('[RT3] [RT2] a restart after a restore that is interrupted by closing the app still brings lost writes back', async () => {
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

test('[RT3] [AC4] after a restore loses a claim, the device learns of the reset once and claims again', async () => {
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
  const options = { database, client, clock: story.clock, pace: { size: 3, most: 3 }, onReset };
  await pullCollection(options, 'contacts');
  await pullCollection(options, 'contacts');
  expect(claims).toHaveLength(1);
  await Promise.all(claims);
  await eve.fetches();
  await eve.sees({ a: 'one' });
});
