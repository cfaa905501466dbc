import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import type { SharedPoke } from '#server/core/changes-feed.ts';
import { createChangesFeed, type ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { decideWrites, put, toScope } from '../contracts/document-store-writes.ts';
import { jobRecord } from '../contracts/job-store-contract.ts';

let store: DocumentStore;
let feed: ChangesFeed;
let pokes: SharedPoke[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  store = createSuiteStore();
  feed = createChangesFeed(store);
  pokes = [];
  feed.subscribe({ ...ANONYMOUS, isAdmin: true }, (poke) => void pokes.push(poke));
});
afterEach(() => vi.useRealTimers());

const writeAsJob = (id: string) =>
  store.commit(toScope([{ id }]), (view) => ({
    ...decideWrites(view, [{ id }]),
    progress: { job: jobRecord('one'), problems: [], others: [] },
  }));

test('[R-MIG-06] [ST3] a mass rename pokes a device at its start, once a second, and at its end', async () => {
  for (let batch = 0; batch < 300; batch++) {
    await writeAsJob(`d${batch}`);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(pokes.map(({ sequence }) => sequence)).toEqual([1, 100, 200, 300]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(pokes.at(-1)).toEqual({ collection: 'contacts', sequence: 300 });
  expect(pokes).toHaveLength(4);
  expect(vi.getTimerCount()).toBe(0);
});

test('[R-MIG-06] [ST3] other writes during a job are poked at once', async () => {
  await writeAsJob('a');
  await vi.advanceTimersByTimeAsync(100);
  await writeAsJob('b');
  await put(store, { id: 'p', collection: 'products' });
  await vi.advanceTimersByTimeAsync(0);
  expect(pokes).toMatchObject([
    { collection: 'contacts', sequence: 1 },
    { collection: 'products', sequence: 3 },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(pokes.slice(2)).toMatchObject([{ collection: 'contacts', sequence: 2 }]);
});

test('[ST3] no pokes are collected for readers that have left', async () => {
  const leave = feed.subscribe(ANONYMOUS, () => {});
  await writeAsJob('a');
  await writeAsJob('b');
  leave();
  feed.close();
  expect(vi.getTimerCount()).toBe(0);
});
