import { beforeEach, expect, test } from 'vitest';
import type { CommitPart } from '#server/core/document-store.ts';
import { decideWrites, photograph } from '../contracts/document-store-writes.ts';
import { createResettableStore, type ResettableStore } from './resettable-store.ts';

const KEYS = ['a', 'b', 'c'].map((id) => ({ collection: 'contacts', id }));

let heard: string[];
let store: ResettableStore;
beforeEach(() => {
  heard = [];
  store = createResettableStore(({ history }) => void heard.push(...history.map(({ id }) => id)));
});

/** One commit that decides about each document in a part of its own; the ids of its writes are random. */
function commitInParts(ids: readonly string[], fails = false): Promise<unknown> {
  const toPart = (index: number): CommitPart<unknown> => ({
    scope: { documents: KEYS, writeIds: [] },
    decide(view) {
      if (fails && index === ids.length - 1) throw new Error('This one is refused.');
      const decision = decideWrites(view, [{ id: ids[index] ?? '', data: { index } }]);
      return index + 1 < ids.length ? { ...decision, rest: () => toPart(index + 1) } : decision;
    },
  });
  const first = toPart(0);
  return store.commit(first.scope, first.decide);
}

test('[F60] a restore brings back a commit of several parts as it was, and none of it is decided anew', async () => {
  await commitInParts(['a', 'b', 'a']);
  store.backUp();
  const then = await photograph(store, KEYS);
  await commitInParts(['b', 'c']);
  await store.restore();
  expect(await photograph(store, KEYS)).toEqual(then);
});

test('[F60] a restore brings back nothing of a commit whose last part was refused', async () => {
  await commitInParts(['a']);
  await expect(commitInParts(['b', 'c'], true)).rejects.toThrow('This one is refused.');
  store.backUp();
  const then = await photograph(store, KEYS);
  await store.restore();
  expect(await photograph(store, KEYS)).toEqual(then);
});

test('[F60] whoever checks commits is told of every part, and of none that was refused', async () => {
  await commitInParts(['a', 'b', 'c']);
  expect(heard).toEqual(['a', 'b', 'c']);
  await commitInParts(['a', 'b'], true).catch(() => undefined);
  expect(heard).toEqual(['a', 'b', 'c']);
});
