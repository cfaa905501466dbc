import { expect, test, vi } from 'vitest';
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

test('[R-LCK-01] [R-LCK-02] a device starts locked, and keeps its access token for the next visit', () => {
  const storage = createStorage();
  const memory = createAccessMemory(storage);
  expect(memory.token()).toBeUndefined();
  memory.keep('one');
  expect(createAccessMemory(storage).token()).toBe('one');
});

test('[R-LCK-02] a rejected token is dropped, a newer one is kept', () => {
  const storage = createStorage();
  const [memory, otherTab] = [createAccessMemory(storage), createAccessMemory(storage)];
  const listener = vi.fn();
  memory.subscribe(listener);
  memory.keep('one');
  otherTab.reread();
  otherTab.keep('two');
  memory.drop('one');
  expect(memory.token()).toBe('two');
  memory.drop('two');
  expect(memory.token()).toBeUndefined();
  expect(createAccessMemory(storage).token()).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(3);
  otherTab.reread();
  expect(otherTab.token()).toBeUndefined();
});
