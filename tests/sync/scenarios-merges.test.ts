import { afterEach, beforeEach, expect, test } from 'vitest';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import type { Product } from '#shared/collections/products.ts';
import { sampleItem } from '../support/sample-product.ts';
import { productContent } from '../support/samples.ts';
import type { Person } from './story-person.ts';
import { pairWith } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

type List = Product['productFeatures'];
const entries = (...values: readonly string[]): List =>
  values.map((value) => ({ value, label: '', description: '' }));

/** Two staff members who both have a drone with three features. */
async function twoOfTheStaff(): Promise<[Person, Person]> {
  const options = { collections: ['products'] as const };
  const [ada, eve] = [await story.person('staff', options), await story.person('staff', options)];
  await setFeatures(ada, 'one', 'two', 'three');
  await ada.device.sync('products');
  await eve.device.pull('products');
  return [ada, eve];
}

const setFeatures = (person: Person, ...values: readonly string[]) =>
  person.device.write('products', 'drone', () => ({
    ...productContent('Drone'),
    productFeatures: entries(...values),
  }));

const featuresOf = async ({ device }: Person) =>
  ((await device.read('products', 'drone')) as unknown as Product).productFeatures.map(({ value }) => value);

/** Eve's edit reaches the server first; both devices converge. */
async function meet(ada: Person, eve: Person): Promise<void> {
  await eve.device.sync('products');
  await ada.device.sync('products');
  await ada.device.sync('products');
  await eve.device.pull('products');
  expect(await featuresOf(eve)).toEqual(await featuresOf(ada));
  await ada.hasWaiting();
}

test('[CF2] offline changes of different list entries by two staff members both stay', async () => {
  const [ada, eve] = await twoOfTheStaff();
  await setFeatures(ada, 'ONE', 'two', 'three');
  await setFeatures(eve, 'one', 'two', 'THREE');
  await meet(ada, eve);
  expect(await featuresOf(ada)).toEqual(['ONE', 'two', 'THREE']);
  await ada.hasRejectedChanges();
});

test('[CF2] an added and a changed list entry both stay', async () => {
  const [ada, eve] = await twoOfTheStaff();
  await setFeatures(ada, 'one', 'two', 'three', 'four');
  await setFeatures(eve, 'one', 'TWO', 'three');
  await meet(ada, eve);
  expect(await featuresOf(ada)).toEqual(['one', 'TWO', 'three', 'four']);
  await ada.hasRejectedChanges();
});

test('[CF2] of two changes of one entry the server’s stays, and mine is a rejected change with both lists', async () => {
  const [ada, eve] = await twoOfTheStaff();
  await setFeatures(ada, 'ONE', 'mine', 'three');
  await setFeatures(eve, 'one', 'theirs', 'three');
  await meet(ada, eve);
  expect(await featuresOf(ada)).toEqual(['ONE', 'theirs', 'three']);
  await ada.hasRejectedChangeOf('drone', 'aborted', {
    productFeatures: { mine: entries('ONE', 'mine', 'three'), theirs: entries('ONE', 'theirs', 'three') },
  });
});

test('[CF2] if both add entries the server’s list stays as a whole, and mine is a rejected change', async () => {
  const [ada, eve] = await twoOfTheStaff();
  await setFeatures(ada, 'one', 'two', 'three', 'mine');
  await setFeatures(eve, 'one', 'two', 'three', 'theirs', 'too');
  await meet(ada, eve);
  expect(await featuresOf(ada)).toEqual(['one', 'two', 'three', 'theirs', 'too']);
  await ada.hasRejectedChanges(['drone', 'conflict']);
});

test('[CF1] edits of one common and two different fields: one rejected change for the common one, the others merge', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', 'mine');
  await ada.writes('a', '0400', 'phone');
  await eve.writes('a', 'theirs');
  await eve.writes('a', 'Byrne', 'company');
  await eve.syncs();
  await ada.syncs();
  await eve.fetches();
  for (const one of [ada, eve]) {
    await one.sees({ a: 'theirs' });
    await one.seesField('a', 'phone', '0400');
    await one.seesField('a', 'company', 'Byrne');
  }
  await ada.hasRejectedChangeOf('a', 'aborted', { contactMessage: { mine: 'mine', theirs: 'theirs' } });
  const [rejectedChange] = await ada.device.database.rejectedChanges.find().exec();
  expect(Object.keys(rejectedChange?.toJSON().content ?? {})).toEqual(['contactMessage']);
});

test('[CF1] three offline edits each on two devices: one merge, and every edit is in the history', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  for (const phone of ['1', '2', '3']) await ada.writes('a', phone, 'phone');
  for (const text of ['x', 'y', 'z']) {
    await eve.writes('a', text);
    await eve.syncs();
  }
  await ada.syncs();
  await ada.seesField('a', 'phone', '3');
  await ada.sees({ a: 'z' });
  const rows = await story.server.store.history({ collection: 'contacts', id: 'a' }, undefined, 100);
  expect(rows.toReversed().map(({ operation }) => operation)).toEqual([
    'create',
    'update',
    'update',
    'update',
    'coalesced',
    'coalesced',
    'coalesced',
    'update',
  ]);
});

test('[CF1] a merge that meets a newer state is merged again', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await ada.writes('a', '0400', 'phone');
  await eve.writes('a', 'theirs');
  await eve.syncs();
  let pushes = 0;
  ada.has(async (call, { path }) => {
    const answer = await call();
    if (path.endsWith('/push') && ++pushes === 1) {
      await eve.writes('a', 'Byrne', 'company');
      await eve.syncs();
    }
    return answer;
  });
  await ada.syncs();
  await ada.syncs();
  expect(pushes).toBe(3);
  await eve.fetches();
  for (const one of [ada, eve]) {
    await one.sees({ a: 'theirs' });
    await one.seesField('a', 'phone', '0400');
    await one.seesField('a', 'company', 'Byrne');
    await one.hasWaiting();
    await one.hasRejectedChanges();
  }
});

test('[PU6] writing the same as another device writes nothing, and the state is theirs', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  await eve.writes('a', 'the same');
  await eve.syncs();
  await ada.writes('a', 'the same');
  await ada.syncs();
  await story.historyIs('a', 'one', 'the same');
  const theirs = await eve.device.read('contacts', 'a');
  expect(await ada.device.read('contacts', 'a')).toMatchObject({ writeId: theirs?.['writeId'] });
  await ada.hasWaiting();
});

test('[PU6] an edit undone on two devices at once writes nothing', async () => {
  const [ada, eve] = await pairWith(story, 'a');
  for (const one of [ada, eve]) {
    await one.writes('a', 'two');
    await one.writes('a', 'one');
  }
  for (const one of [ada, eve, ada]) await one.syncs();
  await story.historyIs('a', 'one');
  for (const one of [ada, eve]) {
    await one.seesState('a', 'acknowledged');
    await one.hasWaiting();
  }
});

/** Two devices of one account that haven’t heard of each other. */
const twoNewDevices = async (collection: 'checkouts' | 'profiles') => {
  const options = { collections: [collection] };
  return [await story.person('ada', options), await story.person('ada', options)] as const;
};

/** Each device sends, then both see the server’s state of Ada’s document. */
async function sendBoth(ada: Person, eve: Person, collection: 'checkouts' | 'profiles'): Promise<object> {
  for (const { device } of [eve, ada, ada, eve]) await device.sync(collection);
  const [mine, theirs] = await Promise.all([ada, eve].map(({ device }) => device.read(collection, 'ada')));
  expect(theirs).toEqual(mine);
  for (const one of [ada, eve]) {
    await one.hasWaiting();
    await one.hasRejectedChanges();
  }
  return mine ?? {};
}

const addsItem = ({ device }: Person, id: string) =>
  device.write('checkouts', 'ada', (cart) => ({
    checkoutItems: [...(cart?.checkoutItems ?? []), sampleItem(1, { FBUID: id })],
  }));

test('[CF1] [CF2] the first carts of two new devices of one account become one cart with the items of both', async () => {
  const [ada, eve] = await twoNewDevices('checkouts');
  await addsItem(ada, 'lifter');
  await addsItem(eve, 'recon');
  const cart = await sendBoth(ada, eve, 'checkouts');
  expect(cart).toMatchObject({ checkoutItems: [{ FBUID: 'recon' }, { FBUID: 'lifter' }] });
});

test('[CF2] what two devices add to one cart and remove from it offline is all done', async () => {
  const [ada, eve] = await twoNewDevices('checkouts');
  for (const id of ['battery', 'tripod']) await addsItem(ada, id);
  await ada.device.sync('checkouts');
  await eve.device.sync('checkouts');
  await addsItem(ada, 'lifter');
  for (const id of ['recon', 'compass']) await addsItem(eve, id);
  await eve.device.write('checkouts', 'ada', (cart) => ({
    checkoutItems: (cart?.checkoutItems ?? []).filter(({ FBUID }) => FBUID !== 'tripod'),
  }));
  const cart = await sendBoth(ada, eve, 'checkouts');
  const ids = ['battery', 'recon', 'compass', 'lifter'];
  expect(cart).toMatchObject({ checkoutItems: ids.map((FBUID) => ({ FBUID })) });
});

test('[CF1] the profiles that two new devices of one account create merge field by field', async () => {
  const [ada, eve] = await twoNewDevices('profiles');
  await ada.device.write('profiles', 'ada', () => ({ ...EMPTY_PROFILE, profileNameGiven: 'Ada' }));
  await eve.device.write('profiles', 'ada', () => ({ ...EMPTY_PROFILE, profileMobile: '0400' }));
  const profile = await sendBoth(ada, eve, 'profiles');
  expect(profile).toMatchObject({ profileNameGiven: 'Ada', profileMobile: '0400' });
});

/** Documents under the device's own id. */
const CARRIED = {
  checkouts: { checkoutItems: [] },
  profiles: EMPTY_PROFILE,
};

test('[PU7] alternate writes to several collections arrive in order, even if the network fails halfway', async () => {
  const ada = await story.person('ada', { collections: ['contacts', 'checkouts', 'profiles'] });
  const { device } = ada;
  ada.goesOffline();
  const own = device.fid;
  const steps = [
    ['contacts', 'a'],
    ['checkouts', own],
    ['contacts', 'c'],
    ['profiles', own],
    ['contacts', 'e'],
  ] as const;
  for (const [collection, id] of steps) {
    if (collection === 'contacts') await ada.writes(id, 'one');
    else {
      story.clock.advance(1000);
      await device.write(collection, id, () => CARRIED[collection]);
    }
  }
  let pushes = 0;
  ada.has((call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: unknown[] };
    const error = { code: 'resource-exhausted', message: 'Too large.' };
    if (rows.length > 1) return Promise.resolve(Response.json({ error }, { status: 413 }));
    pushes += 1;
    return pushes > 2 ? Promise.reject(new TypeError('Failed to fetch')) : call();
  });
  await ada.sends();
  await ada.hasWaiting('c', own, 'e');
  ada.comesOnline();
  await ada.sends();
  const order = await Promise.all(
    steps.map(async ([collection, id]) => (await story.server.store.read({ collection, id }))?.sequence),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
});

test('[PU7] [HI3] a document edited again keeps its place in the order, before writes made in between', async () => {
  const ada = await story.person();
  ada.goesOffline();
  await ada.writes('a', 'one');
  await ada.writes('b', 'one');
  await ada.writes('a', 'two');
  ada.comesOnline();
  await ada.syncs();
  const rowsOf = (id: string) => story.server.store.history({ collection: 'contacts', id }, undefined, 10);
  const [a, b] = [await rowsOf('a'), await rowsOf('b')];
  expect(a.map(({ sequence }) => sequence)).toEqual([2, 1]);
  expect(b.map(({ sequence }) => sequence)).toEqual([3]);
});
