import { expect, it } from 'vitest';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { isPending, toWriteState } from '#shared/sync/write-state.ts';

it('[R-SYN-01] [R-SYN-02] a write is pending until acknowledged, or rejected while its rejected change is open', () => {
  const written = { writeId: 'w2', sync: UNSYNCED };
  const edited = { writeId: 'w2', sync: { ...UNSYNCED, sequence: 4, acknowledged: 'w1' } };
  const accepted = { writeId: 'w2', sync: { ...UNSYNCED, sequence: 5, acknowledged: 'w2' } };
  expect([written, edited, accepted].map(isPending)).toEqual([true, true, false]);
  expect([written, edited, accepted].map((one) => toWriteState(one, false))).toEqual([
    'pending',
    'pending',
    'acknowledged',
  ]);
  expect([written, edited, accepted].map((one) => toWriteState(one, true))).toEqual([
    'rejected',
    'rejected',
    'rejected',
  ]);
});
