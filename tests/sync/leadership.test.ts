import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinLeadership } from '#pwa/data/sync/leadership.ts';
import { createLocks, createStorage } from './browser-platform.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tab that reports when it leads. A stuck tab keeps the lock but sends no heartbeat. */
function openTab(locks: LockManager, storage: Pick<Storage, 'getItem' | 'setItem'>, isVisible: boolean) {
  const tab = { isLeading: false, endings: 0 };
  joinLeadership({
    locks,
    storage,
    isVisible: () => isVisible,
    async lead(ended) {
      tab.isLeading = true;
      await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
      tab.isLeading = false;
      tab.endings += 1;
    },
  });
  return tab;
}

test('[CL7] exactly one tab replicates', async () => {
  const [locks, storage] = [createLocks(), createStorage()];
  const tabs = [openTab(locks, storage, true), openTab(locks, storage, true), openTab(locks, storage, false)];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tabs.filter(({ isLeading }) => isLeading)).toHaveLength(1);
});

test('[CL7] a visible tab replaces a leader that was silent for ten seconds, and the old leader stops', async () => {
  const locks = createLocks();
  const storage = createStorage();
  const isStuck = { value: false };
  const stuckStorage = {
    getItem: storage.getItem,
    setItem: (key: string, value: string) => {
      if (!isStuck.value) storage.setItem(key, value);
    },
  };
  const leader = openTab(locks, stuckStorage, false);
  const visible = openTab(locks, storage, true);
  await vi.advanceTimersByTimeAsync(6000);
  expect([leader.isLeading, visible.isLeading]).toEqual([true, false]);
  isStuck.value = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([leader.isLeading, visible.isLeading]).toEqual([false, true]);
  expect(leader.endings).toBe(1);
});

test('[CL7] a tab that was suspended while it led goes on leading, and does not replace itself', async () => {
  const [locks, storage] = [createLocks(), createStorage()];
  const tab = openTab(locks, storage, true);
  await vi.advanceTimersByTimeAsync(6000);
  vi.setSystemTime(Date.now() + 600_000);
  await vi.advanceTimersByTimeAsync(6000);
  expect(tab).toEqual({ isLeading: true, endings: 0 });
});
