import { afterEach, expect, test, vi } from 'vitest';
import { startMaintenance } from '#server/core/maintenance.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { eventually } from '../support/eventually.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { createTestClock } from '../support/test-clock.ts';
import { testCompaction } from './compaction-contract.ts';
import { put } from './document-store-writes.ts';

testCompaction('the store in memory forgets', (clock) => {
  const store = createMemoryStore(clock);
  return { store, dispose: () => store.close() };
});
testCompaction('the store on SQLite forgets', openTemporaryStore);

const YEAR_MS = 366 * 24 * 3_600_000;

afterEach(() => vi.useRealTimers());

test('[DU5] history refuses to lose or change a row before, while nothing is due, and after a compaction', async () => {
  const clock = createTestClock();
  const { store, database, dispose } = openTemporaryStore(clock);
  const refuses = () => {
    expect(() => database.writer.exec(`DELETE FROM history`)).toThrow('append-only');
    expect(() => database.writer.exec(`UPDATE history SET data = '{}'`)).toThrow('append-only');
  };
  await put(store, { id: 'a', collection: 'products' }, { id: 'b', collection: 'products' });
  await put(store, { id: 'a', collection: 'products', deleted: true });
  refuses();
  const step = { keptCollections: [], keptBefore: 0, limit: 10 };
  await store.compact({ ...step, before: clock.now() - YEAR_MS });
  refuses();
  await store.compact({ ...step, before: clock.now() + YEAR_MS });
  refuses();
  expect(database.writer.pragma('integrity_check', { simple: true })).toBe('ok');
  await dispose();
});

test('[DU5] [RT1] refusals of enquiries are kept for seven years, others for 180 days', async () => {
  const clock = createTestClock();
  const { store, database, dispose } = openTemporaryStore(clock);
  const refusal = { id: 'a', code: 'invalid-argument', message: 'no', path: '', payload: {} } as const;
  const rejections = [
    { ...refusal, collection: 'contacts', writeId: 'w1' },
    { ...refusal, collection: 'products', writeId: 'w2' },
  ];
  const nothing = { history: [], documents: [], verdicts: [], evictions: [], result: undefined };
  await store.commit({ documents: [], writeIds: [] }, () => ({ ...nothing, rejections }));
  const kept = () => database.reader.prepare('SELECT writeId FROM rejection').pluck().all();
  const step = { keptCollections: ['contacts'], limit: 10 };
  await store.compact({ ...step, before: clock.now() + 1, keptBefore: clock.now() });
  expect(kept()).toEqual(['w1']);
  await store.compact({ ...step, before: clock.now() + 1, keptBefore: clock.now() + 1 });
  expect(kept()).toEqual([]);
  await dispose();
});

const UNDAMAGED = {
  clampClock: async (now: number) => now,
  inspect: async () => ({ damaged: [], last: undefined }),
};

test('[RT1] the server compacts at its start and once a day, until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const befores: number[] = [];
  const store = {
    compact: async ({ before }: { before: number }) => (befores.push(before), 0),
    ...UNDAMAGED,
  };
  const clock = createTestClock();
  const log = { info: () => undefined, error: () => undefined };
  const stop = startMaintenance({ store, clock, log });
  clock.advance(1000);
  await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
  expect(befores).toHaveLength(3);
  expect((befores[1] ?? 0) - (befores[0] ?? 0)).toBe(1000);
  stop();
  await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
  expect(befores).toHaveLength(3);
});

test('[RT1] a compaction that fails is told, and the server lives on', async () => {
  const told: string[] = [];
  const log = { info: () => undefined, error: (_facts: object, text: string) => void told.push(text) };
  const store = { compact: () => Promise.reject(new Error('disk')), ...UNDAMAGED };
  const stop = startMaintenance({ store, clock: createTestClock(), log });
  await eventually(() => expect(told).toHaveLength(1));
  stop();
});
