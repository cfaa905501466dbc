import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinLeadership } from '#pwa/data/sync/leadership.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Holder {
  readonly fail: (reason: Error) => void;
}

/** The platform's lock manager for one exclusive lock, with queue and steal. */
function createLocks(): LockManager {
  let holder: Holder | undefined;
  const queue: (() => void)[] = [];
  const next = () => {
    holder = undefined;
    queue.shift()?.();
  };
  const request = (_name: string, { steal }: LockOptions, hold: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        const mine: Holder = { fail: reject };
        holder = mine;
        void hold().then(() => {
          if (holder === mine) next();
          resolve();
        });
      };
      if (steal) {
        holder?.fail(new Error('stolen'));
        take();
      } else if (holder) queue.push(take);
      else take();
    });
  return { request } as unknown as LockManager;
}

function createStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
}

/** A tab that says when it leads. A stuck one holds on to the lock without a sign of life. */
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

test('[CL7] a visible tab takes over from a leader that has been silent for ten seconds, and the old one stops', async () => {
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
