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

test('[HI3] the first entry is the creation, whatever operation the server stored it as', () => {
  // Made and edited offline: the server stores the pushed state as the creation, the state before it as its trail.
  const data = { role: 'Civilian', selectedComponents: [{ name: 'FPV Goggles', quantity: 1 }] };
  const edited = { ...data, selectedComponents: [{ name: 'FPV Goggles', quantity: 7 }] };
  const entries = [
    entry('03:00:01', { operation: 'create', data: edited }),
    entry('03:00:00', { operation: 'coalesced', data }),
  ];
  const [newest, first] = toSteps(entries, true);
  expect(newest).toMatchObject({
    operation: 'Changed',
    isFirst: false,
    changes: [{ path: ['selectedComponents', 'FPV Goggles', 'quantity'], was: 1, is: 7 }],
  });
  expect(first).toMatchObject({ operation: 'Created', isFirst: true });
  expect(toSteps(entries, false)[1]).toMatchObject({ operation: 'Changed', isFirst: false });
});

test('[HI4] an entry of the server with the content of an earlier one names the version it restored', () => {
  const changed = { productName: 'Scout Trainer' };
  const steps = toSteps(
    [
      entry('05:00:00', {}),
      entry('04:00:00', { data: changed }),
      entry('03:00:00', { writeId: 'epoch.7' }),
      entry('02:00:00', { data: changed }),
      entry('01:00:00', {}),
    ],
    true,
  );
  expect(steps.map(({ restoredFrom }) => restoredFrom)).toEqual([
    undefined,
    undefined,
    '2026-11-21T01:00:00.000Z',
    undefined,
    undefined,
  ]);
});

test('[HI1] an entry without a user gets a readable label', () => {
  expect(toSteps([entry('03:00:00', { updatedBy: 'no user found' })], true)[0]?.who).toBe(
    'on a device without an account',
  );
});

test('[HI1] an entry without a user is an administrator’s where only staff write', () => {
  const [step] = toSteps([entry('03:00:00', { updatedBy: 'no user found' })], true, { areStaff: true });
  expect(step?.who).toBe('by an administrator');
});

test('[HI1] [AU10] an entry whose author the server does not name is said to be of the shop, or of an earlier address', () => {
  expect(toSteps([entry('03:00:00', { updatedBy: '' })], true)[0]?.who).toBe(
    'by the shop, or by you with an earlier address',
  );
});

test('[HI3] [HI4] an edit made offline does not count as undoing what others wrote meanwhile', () => {
  const who = { updatedBy: 'ada@example.com', madeAt: '2026-11-21T10:00:00+11:00' };
  const offline = { ...who, operation: 'coalesced' } as const;
  const steps = toSteps(
    [
      entry('03:00:03', { ...who, data: { productName: 'Scout 3', STUPID: 'b', price: 2 } }),
      entry('03:00:02', { ...offline, data: { productName: 'Scout 3', STUPID: 'a', price: 1 } }),
      entry('03:00:01', { ...offline, data: { productName: 'Scout 2', STUPID: 'a', price: 1 } }),
      entry('02:00:00', { data: { productName: 'Scout', STUPID: 'b', price: 2 } }),
      entry('01:00:00', { operation: 'create', data: { productName: 'Scout', STUPID: 'a', price: 1 } }),
    ],
    true,
  );
  const named = (was: string, is: string) => [{ path: ['productName'], was, is }];
  expect(steps.slice(0, 3).map(({ changes }) => changes)).toEqual([
    named('Scout', 'Scout 3'),
    named('Scout 2', 'Scout 3'),
    named('Scout', 'Scout 2'),
  ]);
});

test('[HI3] [HI4] the last of several edits made offline lists only what it changed itself', () => {
  const steps = toSteps(
    [
      entry('03:00:01', { data: { productName: 'Scout 3' } }),
      entry('03:00:00', { operation: 'coalesced', data: { productName: 'Scout 2' } }),
      entry('02:00:00', { operation: 'create' }),
    ],
    true,
  );
  expect(steps[0]?.changes).toEqual([{ path: ['productName'], was: 'Scout 2', is: 'Scout 3' }]);
});
