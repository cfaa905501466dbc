import { expect, test, vi } from 'vitest';
import { importPart, reloadOnce } from './import-part.ts';

function createPage(isReady = true) {
  const values = new Map<string, string>();
  const page = { now: 1_000_000, isReady, hasUnsavedInput: false, reload: vi.fn() };
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  const attempt = () =>
    reloadOnce({
      storage: () => storage,
      now: () => page.now,
      hasUnsavedInput: () => page.hasUnsavedInput,
      isReady: async () => page.isReady,
      reload: page.reload,
    });
  return { page, attempt };
}

test('[F51] a page with a missing chunk reloads, at most once a minute', async () => {
  const { page, attempt } = createPage();
  expect(await attempt()).toBe(true);
  page.now += 59_000;
  expect(await attempt()).toBe(false);
  page.now += 2000;
  expect(await attempt()).toBe(true);
  expect(page.reload).toHaveBeenCalledTimes(2);
});

test('[F51] a page does not reload while a save is stuck, and may reload later', async () => {
  const { page, attempt } = createPage(false);
  expect(await attempt()).toBe(false);
  page.isReady = true;
  expect(await attempt()).toBe(true);
});

test('[F51] a page does not reload while that would lose what a person chose', async () => {
  const { page, attempt } = createPage();
  page.hasUnsavedInput = true;
  expect(await attempt()).toBe(false);
  page.hasUnsavedInput = false;
  expect(await attempt()).toBe(true);
});

test('[F51] [F53] without session storage a page never reloads, so it cannot loop', async () => {
  const reload = vi.fn();
  const storage = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(
    await reloadOnce({
      storage,
      now: () => 1,
      hasUnsavedInput: () => false,
      isReady: async () => true,
      reload,
    }),
  ).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('[F51] a part that can’t be fetched is asked for once more', async () => {
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('cut'));
  expect(await importPart(load)).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});
