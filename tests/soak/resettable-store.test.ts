import { beforeEach, expect, test } from 'vitest';
import { decideWrites, snapshot } from '../contracts/document-store-writes.ts';
import { createResettableStore, type ResettableStore } from './resettable-store.ts';

const KEYS = ['a', 'b', 'c'].map((id) => ({ collection: 'contacts', id }));

let heard: string[];
let store: ResettableStore;
beforeEach(() => {
  heard = [];
  store = createResettableStore(({ history }) => void heard.push(...history.map(({ id }) => id)));
});

/** One commit that writes these documents. */
function commit(ids: readonly string[], fails = false): Promise<unknown> {
  return store.commit({ documents: KEYS, writeIds: [] }, (view) => {
    if (fails) throw new Error('This one is refused.');
    return decideWrites(
      view,
      ids.map((id, index) => ({ id, data: { index } })),
    );
  });
}

test('[F60] a restore brings back the commits before the backup unchanged', async () => {
  await commit(['a', 'b', 'a']);
  store.backUp();
  const then = await snapshot(store, KEYS);
  await commit(['b', 'c']);
  await store.restore();
  expect(await snapshot(store, KEYS)).toEqual(then);
});

test('[F60] a restore brings back nothing of a refused commit', async () => {
  await commit(['a']);
  await expect(commit(['b', 'c'], true)).rejects.toThrow('This one is refused.');
  store.backUp();
  const then = await snapshot(store, KEYS);
  await store.restore();
  expect(await snapshot(store, KEYS)).toEqual(then);
});

test('[F60] a listener is called for every commit and for no refused one', async () => {
  await commit(['a', 'b', 'c']);
  expect(heard).toEqual(['a', 'b', 'c']);
  await commit(['a', 'b'], true).catch(() => undefined);
  expect(heard).toEqual(['a', 'b', 'c']);
});
