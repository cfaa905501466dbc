import { afterEach, beforeEach, expect, test } from 'vitest';
import { productContent } from '../support/samples.ts';
import { losingAnswers } from './networks.ts';
import type { Person } from './story-person.ts';
import { deletesAndSyncs, meet } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

const becomes = (name: string, isStaff: boolean) =>
  story.server.sessions.set(name, { accountId: name, email: `${name}@example.com`, isStaff });

test('[AC4] [AC3] a claim moves a device’s enquiries from the device’s store to the account’s', async () => {
  const [visitor, ada] = [await story.visitor(), await story.person('ada')];
  await visitor.writes('a', 'one');
  await visitor.syncs();
  await ada.fetches();
  await ada.sees({});
  await visitor.isClaimedBy('ada');
  await ada.fetches();
  await visitor.fetches();
  await ada.sees({ a: 'one' });
  await visitor.sees({});
  await visitor.hasRejectedChanges();
});

test('[AC4] a document claimed before its create’s response arrives is acknowledged, then removed from the device', async () => {
  const [visitor, ada] = [await story.visitor(), await story.person('ada')];
  await visitor.writes('a', 'one');
  const answerArrives = await visitor.beginsToSend();
  await visitor.isClaimedBy('ada');
  await answerArrives();
  await visitor.hasWaiting();
  await visitor.fetches();
  await visitor.sees({});
  await ada.fetches();
  await ada.sees({ a: 'one' });
});

test('[AC4] resending a create after a lost response and a claim makes no second document', async () => {
  const [visitor, ada] = [await story.visitor(), await story.person('ada')];
  visitor.has(losingAnswers(1));
  await visitor.writes('a', 'one');
  await visitor.sends();
  await visitor.isClaimedBy('ada');
  await visitor.syncs();
  await visitor.hasWaiting();
  await ada.fetches();
  await ada.sees({ a: 'one' });
  await story.historyIs('a', 'one', 'one');
});

test('[AC3] [AC5] a device’s pending edit of a claimed document becomes a rejected change; the account’s document stays', async () => {
  const visitor = await story.visitor();
  await visitor.writes('a', 'one');
  await visitor.syncs();
  await visitor.writes('a', 'my edit');
  await visitor.isClaimedBy('ada');
  await visitor.fetches();
  await visitor.sees({ a: 'my edit' });
  await visitor.sends();
  await visitor.sees({});
  await visitor.hasRejectedChangeOf('a', 'permission-denied', { contactMessage: 'my edit' });
  await story.serverHas({ a: 'one' });
});

test('[AC4] a document deleted on the device stays deleted after a claim', async () => {
  const [visitor, ada] = [await story.visitor(), await story.person('ada')];
  await visitor.writes('a', 'one');
  await deletesAndSyncs(visitor, 'a');
  await visitor.isClaimedBy('ada');
  await ada.fetches();
  await visitor.fetches();
  await ada.sees({});
  await visitor.sees({});
  await visitor.hasWaiting();
});

test('[AC3] [SQ3] a user who becomes staff, loses the right and regains it sees all documents, their own, then all', async () => {
  const [ada, bob] = [await story.person('ada'), await story.person('bob')];
  for (const id of ['a', 'b', 'c', 'd']) await ada.writes(id, 'one');
  await ada.syncs();
  await bob.writes('own', 'two');
  await bob.syncs();
  for (const isStaff of [true, false, true]) {
    becomes('bob', isStaff);
    await bob.fetches();
    const others = { a: 'one', b: 'one', c: 'one', d: 'one' };
    await bob.sees(isStaff ? { ...others, own: 'two' } : { own: 'two' });
  }
  await bob.hasWaiting();
});

test('[AC3] an edit pending when access ends is refused and kept as a rejected change, and the document disappears', async () => {
  const [ada, staff] = [await story.person('ada'), await story.person('staff')];
  await ada.writes('a', 'one');
  await ada.syncs();
  await staff.fetches();
  staff.goesOffline();
  await staff.writes('a', 'edit of staff');
  becomes('staff', false);
  staff.comesOnline();
  await staff.fetches();
  await staff.hasWaiting('a');
  await staff.syncs();
  await staff.sees({});
  await staff.hasRejectedChanges(['a', 'rejected']);
  await story.historyIs('a', 'one');
});

test('[AC3] a pending edit is accepted if access ends and comes back before it is sent', async () => {
  const [ada, staff] = [await story.person('ada'), await story.person('staff')];
  await ada.writes('a', 'one');
  await ada.syncs();
  await staff.fetches();
  await staff.writes('a', 'edit of staff');
  becomes('staff', false);
  await staff.fetches();
  becomes('staff', true);
  await meet(staff);
  await staff.hasRejectedChanges();
  await staff.seesState('a', 'acknowledged');
  await story.historyIs('a', 'one', 'edit of staff');
});

test('[AC3] a document that changed while access was lost shows its newest state afterwards', async () => {
  const [ada, staff] = [await story.person('ada'), await story.person('staff')];
  await ada.writes('a', 'one');
  await ada.syncs();
  await staff.fetches();
  becomes('staff', false);
  await staff.fetches();
  await ada.writes('a', 'two');
  await ada.syncs();
  becomes('staff', true);
  await staff.fetches();
  await staff.sees({ a: 'two' });
  await staff.writes('a', 'three');
  await staff.syncs();
  await story.historyIs('a', 'one', 'two', 'three');
});

test('[PU5] [RJ1] if rights end in the middle of a push, earlier rows are acknowledged and the rest become rejected changes', async () => {
  const staff = await story.person('staff', { collections: ['products'] });
  const { device } = staff;
  const write = (id: string) => device.write('products', id, () => productContent(id));
  for (const id of ['first', 'second']) await write(id);
  await device.sync('products');
  await write('first');
  await device.write('products', 'second', () => productContent('dearer'));
  becomes('staff', false);
  await device.sync('products');
  expect(await device.read('products', 'second')).toMatchObject({ productName: 'second' });
  await staff.hasRejectedChangeOf('second', 'permission-denied', { productName: 'dearer' });
  await staff.hasWaiting();
});

test('[F42] a device whose account signed out elsewhere keeps its pending writes and sends them under no other identity', async () => {
  const ada = await story.person('ada');
  await ada.writes('a', 'one');
  await ada.syncs();
  ada.goesOffline();
  await ada.writes('a', 'two');
  story.server.sessions.delete('ada');
  ada.comesOnline();
  await ada.fetches();
  await ada.sees({ a: 'two' });
  becomes('ada', false);
  await meet(ada);
  await story.historyIs('a', 'one', 'two');
  await ada.seesState('a', 'acknowledged');
});

async function fetchBoth(one: Person, other: Person): Promise<void> {
  await one.fetches();
  await other.fetches();
}

test('[AC1] of two accounts that write at the same time each sees its own documents, and staff see both', async () => {
  const [ada, bob] = [await story.person('ada'), await story.person('bob')];
  await Promise.all([ada.writes('a', 'of ada'), bob.writes('b', 'of bob')]);
  await Promise.all([ada.syncs(), bob.syncs()]);
  await fetchBoth(ada, bob);
  await ada.sees({ a: 'of ada' });
  await bob.sees({ b: 'of bob' });
  const staff = await story.person('staff');
  await staff.fetches();
  await staff.sees({ a: 'of ada', b: 'of bob' });
});
