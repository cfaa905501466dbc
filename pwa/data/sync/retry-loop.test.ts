import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { toDelay, createRetryLoop } from './retry-loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createLoop(failure: () => Error) {
  const runs: number[] = [];
  const start = Date.now();
  const run = () => {
    runs.push(Date.now() - start);
    return Promise.reject(failure());
  };
  return { runs, loop: createRetryLoop({ run, onFailure: () => undefined, random: () => 0 }) };
}

test('[RJ4] [F18] waits grow by half from one second to a minute, shortened by up to 25 % of jitter', () => {
  const still = () => 0;
  expect([1, 2, 3, 30].map((failures) => toDelay(failures, still))).toEqual([1000, 1500, 2250, 60_000]);
  expect(toDelay(1, () => 1)).toBe(750);
});

test('[RJ4] a failed run is retried after growing waits', async () => {
  const { runs, loop } = createLoop(() => new AppError('unavailable', 'No.'));
  loop.wake();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toEqual([0, 1000, 2500, 4750]);
  await loop.stop();
});

test('[RJ4] the loop runs at once when the network is back', async () => {
  const { runs, loop } = createLoop(() => new AppError('unavailable', 'No.'));
  loop.wake();
  await vi.advanceTimersByTimeAsync(2000);
  loop.wakeNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toEqual([0, 1000, 2000]);
  await loop.stop();
});

test('[RJ4] [F32] a wait requested by the server is observed even when the loop is woken', async () => {
  const { runs, loop } = createLoop(() => new AppError('unavailable', 'No.', { retryAfter: 10 }));
  loop.wake();
  await vi.advanceTimersByTimeAsync(5000);
  loop.wakeNow();
  await vi.advanceTimersByTimeAsync(4999);
  expect(runs).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toEqual([0, 10_000]);
  await loop.stop();
});

test('[RJ4] a wait requested by the server is capped at ten minutes', async () => {
  const { runs, loop } = createLoop(() => new AppError('unavailable', 'No.', { retryAfter: 999_999 }));
  loop.wake();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(runs).toEqual([0, 600_000]);
  await loop.stop();
});
