import { expect, test } from 'vitest';
import { createPageStorage } from '#pwa/data/store/page-storage.ts';
import { MOST_CONFIRMATIONS, noteConfirmation, readConfirmations } from './confirmation.ts';
import { isConfirmed } from './recently-confirmed.ts';

const stamp = { sequence: 3, updatedAt: '', updatedBy: '', acknowledged: 'older' };
const pending = { FBUID: 'a', writeId: 'mine', sync: stamp };

test('[R-SYN-02] a pending write is confirmed once its acknowledgement arrives', () => {
  expect(isConfirmed(pending, { ...pending, sync: { ...stamp, acknowledged: 'mine' } })).toBe(true);
});

test('[R-SYN-02] a rejected write is not confirmed, whether its document is reverted or removed', () => {
  expect(isConfirmed(pending, { ...pending, writeId: 'older' })).toBe(false);
  const gone = { ...pending, _deleted: true, sync: { ...stamp, acknowledged: 'mine' } };
  expect(isConfirmed(pending, gone)).toBe(false);
});

test('[R-SYN-02] writes of other clients are not confirmed here', () => {
  const settled = { ...pending, writeId: 'older' };
  expect(
    isConfirmed(settled, { ...settled, writeId: 'theirs', sync: { ...stamp, acknowledged: 'theirs' } }),
  ).toBe(false);
  expect(isConfirmed(undefined, settled)).toBe(false);
});

test('[R-SYN-02] the last ten confirmations of an identity are kept, each write once, newest first', () => {
  const storage = createPageStorage(() => {
    throw new Error('no storage');
  });
  const note = (store: string, at: number) =>
    noteConfirmation(storage, { store, collection: 'contacts', documentId: 'a', writeId: `w${at}`, at });
  for (let at = 0; at < 12; at++) note('mine', at);
  note('mine', 11);
  const kept = readConfirmations(storage, 'mine');
  expect(kept).toHaveLength(MOST_CONFIRMATIONS);
  expect(kept.map(({ at }) => at)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  expect(readConfirmations(storage, 'another')).toEqual([]);
  note('another', 20);
  expect(readConfirmations(storage, 'mine')).toEqual([]);
});
