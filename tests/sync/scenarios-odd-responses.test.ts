import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Verdict } from '#shared/sync/messages.ts';
import { changeCheckpoint } from '#pwa/data/sync/checkpoints.ts';
import { failing } from './networks.ts';
import type { Person } from './story-person.ts';
import { deletesAndSyncs } from './story-parts.ts';
import { createStory, type Story } from './story.ts';

let story: Story;
let ada: Person;
beforeEach(async () => {
  story = createStory();
  ada = await story.person();
});
afterEach(() => story.end());

/** Alters the server's verdicts in transit; its stored data stay unchanged. */
function sayInstead(change: (verdicts: readonly Verdict[]) => readonly object[]): void {
  ada.has(async (call, { path }) => {
    const answer = await call();
    if (!path.endsWith('/push')) return answer;
    const body = (await answer.json()) as { verdicts: readonly Verdict[] };
    return Response.json({ ...body, verdicts: change(body.verdicts) });
  });
}

const writeThree = async () => {
  for (const id of ['a', 'b', 'c']) await ada.writes(id, 'one');
};

test('[F48] an unknown verdict settles nothing: the write stays pending until the next response', async () => {
  await ada.writes('a', 'one');
  sayInstead(([verdict]) => [{ ...verdict, verdict: 'postponed' }]);
  await ada.sends();
  await ada.hasWaiting('a');
  await ada.hasRejectedChanges();
  ada.comesOnline();
  await ada.syncs();
  await story.historyIs('a', 'one');
  await ada.seesState('a', 'acknowledged');
});

test('[F48] [RJ4] a refusal with an unknown code is not permanent', async () => {
  await ada.writes('a', 'one');
  sayInstead(([verdict]) => [{ ...verdict, verdict: 'rejected', code: 'teapot' }]);
  await ada.sends();
  await ada.hasRejectedChanges();
  await ada.hasWaiting('a');
  ada.comesOnline();
  await ada.syncs();
  await ada.seesState('a', 'acknowledged');
});

test('[F48] unknown fields in a verdict or document cause no error and are kept', async () => {
  await ada.writes('a', 'one');
  ada.has(async (call) => {
    const text = await (await call()).text();
    return new Response(text.replaceAll('"contactMessage"', '"shade":"nankeen","contactMessage"'));
  });
  await ada.syncs();
  await ada.seesState('a', 'acknowledged');
  expect(await ada.device.read('contacts', 'a')).toMatchObject({ shade: 'nankeen' });
});

test.each([
  'cancelled',
  'unknown',
  'deadline-exceeded',
  'aborted',
  'internal',
  'unavailable',
  'unauthenticated',
])(
  '[RJ4] a refusal with the code %s is temporary: the write stays pending and is accepted later',
  async (code) => {
    await ada.writes('a', 'one');
    sayInstead(([verdict]) => [{ ...verdict, verdict: 'rejected', code }]);
    await ada.sends();
    await ada.hasRejectedChanges();
    await ada.hasWaiting('a');
    ada.comesOnline();
    await ada.syncs();
    await ada.seesState('a', 'acknowledged');
  },
);

test.each(['not-found', 'failed-precondition', 'out-of-range', 'unimplemented', 'data-loss'])(
  '[RJ4] a refusal with the code %s is permanent: a rejected change, and nothing stays pending',
  async (code) => {
    await ada.writes('a', 'one');
    sayInstead(([verdict]) => [{ ...verdict, verdict: 'rejected', code, message: 'No.' }]);
    await ada.sends();
    await ada.hasRejectedChangeOf('a', code as never, { contactMessage: 'one' });
    await ada.hasWaiting();
  },
);

test('[PU2] a response without a verdict for one of three rows settles the others, and that row is sent again', async () => {
  await writeThree();
  sayInstead((verdicts) => verdicts.filter(({ id }) => id !== 'c'));
  await ada.sends();
  await ada.hasWaiting('c');
  ada.comesOnline();
  await ada.syncs();
  await ada.hasWaiting();
  await story.historyIs('c', 'one');
});

test('[PU2] verdicts are matched by write id, despite another order or an unknown write', async () => {
  await writeThree();
  await ada.writes('b', 'forbidden');
  sayInstead((verdicts) => [
    ...verdicts.toReversed(),
    { id: 'a', writeId: 'nobody', verdict: 'rejected', code: 'data-loss', message: 'No.' },
  ]);
  await ada.syncs();
  await ada.hasRejectedChanges(['b', 'rejected']);
  await ada.hasWaiting();
  await story.serverHas({ a: 'one', c: 'one' });
});

test('[PU3] a verdict repeated in one response counts once', async () => {
  await ada.writes('a', 'forbidden');
  sayInstead((verdicts) => [...verdicts, ...verdicts]);
  await ada.syncs();
  await ada.hasRejectedChanges(['a', 'rejected']);
  await ada.hasWaiting();
});

test('[RJ4] a request that is too large is halved down to single rows, in write order', async () => {
  const sizes: number[] = [];
  ada.has((call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: unknown[] };
    sizes.push(rows.length);
    const error = { code: 'resource-exhausted', message: 'Too large.' };
    return rows.length > 1 ? Promise.resolve(Response.json({ error }, { status: 413 })) : call();
  });
  await writeThree();
  await ada.writes('d', 'one');
  await ada.syncs();
  expect(sizes).toEqual([4, 2, 1, 1, 2, 1, 1]);
  await ada.hasWaiting();
  const order = await Promise.all(
    ['a', 'b', 'c', 'd'].map(
      async (id) => (await story.server.store.read({ collection: 'contacts', id }))?.sequence,
    ),
  );
  expect(order).toEqual([1, 2, 3, 4]);
});

test('[RJ4] a server that asks to wait between batches: earlier rows are settled and the wait is known', async () => {
  for (let index = 0; index < 150; index++) await ada.writes(`e${index}`, 'one');
  let pushes = 0;
  ada.has((call, { path }) => {
    if (!path.endsWith('/push')) return call();
    pushes += 1;
    if (pushes !== 2) return call();
    const error = { code: 'resource-exhausted', message: 'Later.' };
    const headers = { 'retry-after': '7' };
    return Promise.resolve(Response.json({ error }, { status: 429, headers }));
  });
  await expect(ada.device.push()).rejects.toMatchObject({ code: 'resource-exhausted', retryAfter: 7 });
  expect(await ada.device.database.outbox.count().exec()).toBe(50);
  await ada.hasRejectedChanges();
  await ada.sends();
  await ada.hasWaiting();
  expect(pushes).toBe(3);
});

test('[PL2] a foreign response to a pull doesn’t move the checkpoint: the next pull brings everything', async () => {
  const eve = await story.person();
  for (const id of ['a', 'b', 'c', 'd']) await eve.writes(id, 'one');
  await eve.syncs();
  ada.has(async () => Response.json({ documents: [], checkpoint: 7 }));
  await ada.fetches();
  await ada.sees({});
  ada.comesOnline();
  await ada.fetches();
  await ada.sees({ a: 'one', b: 'one', c: 'one', d: 'one' });
});

test('[SQ3] [CL2] after a checkpoint unreadable to the server, everything is pulled again in place', async () => {
  const eve = await story.person();
  for (const id of ['a', 'b']) await eve.writes(id, 'one');
  await eve.syncs();
  await ada.fetches();
  await ada.writes('b', 'my edit');
  await deletesAndSyncs(eve, 'a');
  await changeCheckpoint(ada.device.database, 'contacts', (checkpoint) => ({
    ...checkpoint,
    checkpoint: 'of.another.time',
  }));
  await ada.fetches();
  await ada.sees({ b: 'my edit' });
  await ada.syncs();
  await story.serverHas({ b: 'my edit' });
  await ada.hasWaiting();
});

test('[CL2] a server that always responds RESET causes no endless requests, and nothing leaves the device', async () => {
  await ada.writes('a', 'one');
  await ada.syncs();
  let pulls = 0;
  ada.has(async () => {
    pulls += 1;
    const error = { code: 'aborted', message: 'Again.', reason: 'RESET' };
    return Response.json({ error }, { status: 409 });
  });
  await expect(ada.device.pull('contacts')).rejects.toMatchObject({ reason: 'RESET' });
  expect(pulls).toBe(2);
  await ada.sees({ a: 'one' });
  ada.comesOnline();
  await ada.fetches();
  await ada.sees({ a: 'one' });
});

test('[CL8] if the server fails only on pushes, other people’s writes still arrive', async () => {
  const eve = await story.person();
  ada.has(failing(503, 'unavailable'));
  await ada.writes('mine', 'one');
  await eve.writes('theirs', 'two');
  await eve.syncs();
  await ada.syncs();
  await ada.sees({ mine: 'one', theirs: 'two' });
  await ada.hasWaiting('mine');
});
