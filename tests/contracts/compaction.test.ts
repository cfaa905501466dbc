import { afterEach, expect, test, vi } from 'vitest';
import { startMaintenance } from '#server/core/maintenance.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { eventually } from '../support/eventually.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { createTestClock } from '../support/test-clock.ts';
import { testCompaction } from './compaction-contract.ts';
import { put } from './document-store-writes.ts';

testCompaction('compaction of the store in memory', (clock) => {
  const store = createMemoryStore(clock);
  return { store, dispose: () => store.close() };
});
testCompaction('compaction of the store on SQLite', openTemporaryStore);

const YEAR_MS = 366 * 24 * 3_600_000;

afterEach(() => vi.useRealTimers());

test('[DU5] [T48] history rejects updates and deletions before and after a compaction, with or without due rows', async () => {
  const clock = createTestClock();
  const { store, database, dispose } = openTemporaryStore(clock);
  const expectRejected = () => {
    expect(() => database.writer.exec(`DELETE FROM history`)).toThrow('append-only');
    expect(() => database.writer.exec(`UPDATE history SET data = '{}'`)).toThrow('append-only');
  };
  await put(store, { id: 'a', collection: 'products' }, { id: 'b', collection: 'products' });
  await put(store, { id: 'a', collection: 'products', deleted: true });
  expectRejected();
  const others = { rejectionsBefore: 0, devicesBefore: 0, paymentsBefore: 0 };
  const step = { ...others, keptCollections: [], keptBefore: 0, limit: 10 };
  await store.compact({ ...step, before: clock.now() - YEAR_MS });
  expectRejected();
  await store.compact({ ...step, before: clock.now() + YEAR_MS });
  expectRejected();
  expect(database.writer.pragma('integrity_check', { simple: true })).toBe('ok');
  await dispose();
});

const UNDAMAGED = {
  clampClock: async (now: number) => now,
  inspect: async () => ({ damaged: [], last: undefined }),
};

test('[RT1] the server compacts at start and once a day, until it is stopped', async () => {
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

test('[DB11] of several nodes one compacts and looks for damage, another one once the lease has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clock = createTestClock();
  const lease = { holder: '', until: 0 };
  const done: string[] = [];
  const log = { info: () => undefined, error: () => undefined };
  const start = (node: string) =>
    startMaintenance({
      store: {
        ...UNDAMAGED,
        compact: async () => (done.push(`${node} compacts`), 0),
        inspect: async () => (done.push(`${node} inspects`), { damaged: [], last: undefined }),
      },
      leases: {
        async take(_name, ms) {
          if (lease.holder !== node && lease.until > clock.now()) return false;
          Object.assign(lease, { holder: node, until: clock.now() + ms });
          return true;
        },
      },
      clock,
      log,
    });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await vi.advanceTimersByTimeAsync(ms);
  };
  const day = 24 * 3_600_000;
  const stops = [start('a'), start('b')];
  await pass(1000);
  expect(done.splice(0).toSorted()).toEqual(['a compacts', 'a inspects']);
  await pass(day);
  expect(done.splice(0).toSorted()).toEqual(['a compacts', 'a inspects']);
  stops[0]?.();
  await pass(day);
  expect(done.splice(0).toSorted()).toEqual(['b compacts', 'b inspects']);
  stops[1]?.();
});

test('[RT1] a failed compaction is logged, and the server continues', async () => {
  const logged: string[] = [];
  const log = { info: () => undefined, error: (_facts: object, text: string) => void logged.push(text) };
  const store = { compact: () => Promise.reject(new Error('disk')), ...UNDAMAGED };
  const stop = startMaintenance({ store, clock: createTestClock(), log });
  await eventually(() => expect(logged).toHaveLength(1));
  stop();
});
