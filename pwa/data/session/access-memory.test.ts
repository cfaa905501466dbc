import { expect, test, vi } from 'vitest';
import { noRecords } from '../../../tests/support/memory-record.ts';
import { createPageStorage } from '../store/page-storage.ts';
import { createAccessMemory } from './access-memory.ts';

function createStorage() {
  const kept = new Map<string, string>();
  return createPageStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
}

test('[R-LCK-01] [R-LCK-02] a device starts locked, and keeps its access token for the next visit', async () => {
  const storage = createStorage();
  const memory = createAccessMemory(storage, noRecords);
  expect(memory.token()).toBeUndefined();
  await memory.keep('one');
  expect(createAccessMemory(storage, noRecords).token()).toBe('one');
});

test('[R-LCK-02] a rejected token is dropped, a newer one is kept', async () => {
  const storage = createStorage();
  const [memory, otherTab] = [createAccessMemory(storage, noRecords), createAccessMemory(storage, noRecords)];
  const listener = vi.fn();
  memory.subscribe(listener);
  await memory.keep('one');
  otherTab.reread();
  await otherTab.keep('two');
  await memory.drop('one');
  expect(memory.token()).toBe('two');
  await memory.drop('two');
  expect(memory.token()).toBeUndefined();
  expect(createAccessMemory(storage, noRecords).token()).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(3);
  otherTab.reread();
  expect(otherTab.token()).toBeUndefined();
});
