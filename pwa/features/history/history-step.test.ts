import { expect, test } from 'vitest';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { toSteps } from './history-step.ts';

const entry = (at: string, changes: Partial<HistoryEntry>): HistoryEntry => ({
  at: `2026-11-21T${at}.000Z`,
  madeAt: null,
  operation: 'update',
  writeId: at,
  data: { productName: 'Scout' },
  updatedAt: '',
  updatedBy: 'iris@example.com',
  device: null,
  ...changes,
});

test('[HI4] each step lists its changed fields; the first step lists every field', () => {
  const [newest, first] = toSteps(
    [
      entry('03:00:00', { data: { productName: 'Scout Trainer' } }),
      entry('02:00:00', { operation: 'create' }),
    ],
    true,
  );
  expect(newest?.changes).toEqual([{ path: ['productName'], was: 'Scout', is: 'Scout Trainer' }]);
  expect(first?.operation).toBe('Created');
  expect(first?.changes).toEqual([{ path: ['productName'], was: undefined, is: 'Scout' }]);
});

test('[HI4] changes are unknown until the previous entry is fetched', () => {
  expect(toSteps([entry('03:00:00', {})], false)[0]?.changes).toBeUndefined();
});

test('[HI3] offline edits are separate steps, each with its device time', () => {
  const madeAt = '2026-11-21T10:00:00+11:00';
  const steps = toSteps(
    [
      entry('03:00:01', { madeAt, operation: 'update' }),
      entry('03:00:00', { madeAt, operation: 'coalesced' }),
    ],
    false,
  );
  expect(steps.map(({ madeOfflineAt }) => madeOfflineAt)).toEqual([madeAt, madeAt]);
});

test('[HI3] a write that reached the server immediately does not count as made offline', () => {
  const [step] = toSteps([entry('03:00:00', { madeAt: '2026-11-21T13:59:58+11:00' })], false);
  expect(step).not.toHaveProperty('madeOfflineAt');
});

test('[HI4] every version can be restored except the newest one and deletions', () => {
  const steps = toSteps(
    [
      entry('03:00:00', {}),
      entry('02:00:00', { operation: 'delete' }),
      entry('01:00:00', { operation: 'create' }),
    ],
    true,
  );
  expect(steps.map(({ canRestore }) => canRestore)).toEqual([false, false, true]);
  expect(steps[0]?.operation).toBe('Brought back');
});

test('[HI1] an entry without a user gets a readable label', () => {
  expect(toSteps([entry('03:00:00', { updatedBy: 'no user found' })], true)[0]?.who).toBe(
    'somebody not signed in',
  );
});
