import { expect, test } from 'vitest';
import { isNextPage, startCheckpoint } from './checkpoint-record.ts';

test.each([
  ['1.epoch.scope.7', 5, true],
  ['1.epoch.scope.7', 3, true],
  ['1.epoch.scope.7', 6, false],
  ['1.epoch.scope.5', 5, false],
  ['1.epoch.scope.10', 5, true],
  ['1.other.scope.7', 5, false],
  ['1.epoch.other.7', 5, false],
])(
  '[ST8] [SQ3] a page up to %s that begins after %i fits a device at sequence 5: %s',
  (checkpoint, after, fits) => {
    const record = { ...startCheckpoint('contacts'), checkpoint: '1.epoch.scope.5' };
    expect(isNextPage(record, { checkpoint, after })).toBe(fits);
  },
);
