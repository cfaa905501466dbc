import { expect, test } from 'vitest';
import { createPageStorage } from './page-storage.ts';

test('[F53] without local storage, values last as long as the page', () => {
  const storage = createPageStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(storage.getItem('a')).toBeNull();
  storage.setItem('a', '1');
  expect(storage.getItem('a')).toBe('1');
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});

test('[F53] a full storage keeps its old values, and new ones last as long as the page', () => {
  const stored = new Map([['a', 'old']]);
  let isFull = true;
  const storage = createPageStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key) => void stored.delete(key),
  }));
  storage.setItem('a', 'new');
  expect([storage.getItem('a'), stored.get('a')]).toEqual(['new', 'old']);
  isFull = false;
  storage.setItem('a', 'newest');
  expect([storage.getItem('a'), stored.get('a')]).toEqual(['newest', 'newest']);
});
