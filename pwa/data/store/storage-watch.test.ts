import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStorageWatch } from './storage-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[F46] storage is silent from the first work that is ten seconds overdue until the last one is done', async () => {
  const watch = createStorageWatch();
  let finishFirst = (_result: string) => {};
  let failSecond = (_error: Error) => {};
  const works = [
    watch.follow(new Promise<string>((resolve) => (finishFirst = resolve))),
    watch.follow(new Promise<string>((_resolve, reject) => (failSecond = reject))),
  ];
  vi.advanceTimersByTime(9999);
  expect(watch.isSilent.read()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(watch.isSilent.read()).toBe(true);
  expect(await watch.follow(Promise.resolve('in time'))).toBe('in time');
  finishFirst('late');
  expect(await works[0]).toBe('late');
  expect(watch.isSilent.read()).toBe(true);
  failSecond(new Error('failed'));
  await expect(works[1]).rejects.toThrow('failed');
  expect(watch.isSilent.read()).toBe(false);
});
