import { afterEach, beforeEach, expect, test } from 'vitest';
import { enquiryContent } from '../support/samples.ts';
import { pairWith } from './story-parts.ts';
import type { Person } from './story-person.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
beforeEach(() => void (story = createStory()));
afterEach(() => story.end());

/** Runs an action once, just before the response to the pull or push with this number. */
function meanwhile(person: Person, at: { readonly call: 'pull' | 'push'; readonly number: number }) {
  return (event: () => unknown): void => {
    let count = 0;
    person.has(async (call, { path }) => {
      if (path.split('?')[0]?.endsWith(`/${at.call}`)) count += 1;
      if (count === at.number) {
        count += 1;
        await event();
      }
      return call();
    });
  };
}

test('[SQ3] if the server loses everything during the push of a create, the create goes to the new epoch', async () => {
  const [ada] = await pairWith(story, 'a');
  await ada.writes('b', 'two');
  meanwhile(ada, { call: 'push', number: 1 })(() => story.server.loseEverything());
  await ada.syncs();
  await ada.fetches();
  await story.serverHas({ b: 'two' });
  await ada.sees({ b: 'two' });
  await ada.seesState('b', 'acknowledged');
});

test('[SQ3] if the server loses everything during the push of an edit, its content becomes a rejected change', async () => {
  const [ada] = await pairWith(story, 'a');
  await ada.writes('a', 'my edit');
  meanwhile(ada, { call: 'push', number: 1 })(() => story.server.loseEverything());
  await ada.syncs();
  // The response is from another epoch: the device first pulls what is left.
  await ada.hasWaiting('a');
  await ada.syncs();
  await ada.hasRejectedChangeOf('a', 'not-found', { contactMessage: 'my edit' });
  await ada.hasWaiting();
  await ada.resends('a', 'my edit');
  await ada.syncs();
  await story.serverHas({ a: 'my edit' });
});

test('[RT2] if the server loses everything during the first pull, and again during the next, the device reaches its state', async () => {
  await pairWith(story, 'a', 'b', 'c', 'd', 'e');
  const kim = await story.person();
  meanwhile(kim, { call: 'pull', number: 2 })(async () => {
    story.server.loseEverything();
    const as = { session: 'ada', device: 'other' };
    const init = { method: 'PUT', as, json: enquiryContent('new life') } as const;
    expect((await story.server.request('/testing/data/contacts/f', init)).status).toBe(200);
  });
  await kim.fetches();
  await kim.sees({ f: 'new life' });
});

test('[SQ3] if rights change during the first pull, the device ends with what is readable then', async () => {
  const [ada, staff] = [await story.person('ada'), await story.person('staff')];
  for (const id of ['a', 'b', 'c', 'd', 'e']) await ada.writes(id, 'one');
  await ada.syncs();
  meanwhile(staff, { call: 'pull', number: 2 })(() =>
    story.server.sessions.set('staff', { accountId: 'staff', email: 'staff@example.com', isStaff: false }),
  );
  await staff.fetches();
  await staff.sees({});
  story.server.sessions.set('staff', { accountId: 'staff', email: 'staff@example.com', isStaff: true });
  await staff.fetches();
  await staff.sees({ a: 'one', b: 'one', c: 'one', d: 'one', e: 'one' });
});

test('[SQ3] [CL3] a pending write survives the new pull after rights change, and is sent', async () => {
  const staff = await story.person('staff');
  await staff.writes('own', 'one');
  await staff.syncs();
  staff.goesOffline();
  await staff.writes('own', 'two');
  story.server.sessions.set('staff', { accountId: 'staff', email: 'staff@example.com', isStaff: false });
  staff.comesOnline();
  await staff.fetches();
  await staff.sees({ own: 'two' });
  await staff.syncs();
  await story.historyIs('own', 'one', 'two');
});
