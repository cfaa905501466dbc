import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSession } from './session-renewal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let end: number | undefined;
let renewals: number[];
let notify: () => void;
let stop: () => void;
/** Called on each renewal request. */
let onRenew: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [end, renewals, onRenew, notify] = [undefined, [], () => {}, () => {}];
});

afterEach(() => {
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function start(expiresAt: number | undefined): void {
  end = expiresAt;
  stop = keepSession({
    expiresAt: () => end,
    subscribe(listener) {
      notify = listener;
      return () => (notify = () => {});
    },
    async renew() {
      renewals.push(Date.now() / MINUTE);
      onRenew();
    },
  });
}

function prolong(by: number): void {
  end = Date.now() + by;
  notify();
}

test('[R-CST-17] a session is renewed five minutes before each expiry', async () => {
  start(60 * MINUTE);
  onRenew = () => prolong(60 * MINUTE);
  await vi.advanceTimersByTimeAsync(120 * MINUTE);
  expect(renewals).toEqual([55, 110]);
});

test('[R-CST-17] failed renewals are retried after 30 seconds, then after twice the wait, at most 16 minutes', async () => {
  start(10 * MINUTE);
  await vi.advanceTimersByTimeAsync(70 * MINUTE);
  expect(renewals).toEqual([5, 5.5, 6.5, 8.5, 12.5, 20.5, 36.5, 52.5, 68.5]);
  onRenew = () => prolong(60 * MINUTE);
  await vi.advanceTimersByTimeAsync(16 * MINUTE);
  onRenew = () => {};
  await vi.advanceTimersByTimeAsync(56 * MINUTE);
  expect(renewals.slice(9), 'a success resets the waits').toEqual([84.5, 139.5, 140, 141]);
});

test('[R-CST-17] a 30-day session is not renewed early, although it exceeds the longest timer', async () => {
  start(30 * DAY);
  onRenew = () => prolong(30 * DAY);
  await vi.advanceTimersByTimeAsync(30 * DAY - 6 * MINUTE);
  expect(renewals).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(renewals).toHaveLength(1);
});

test('[R-CST-17] [R-AUT-06] no renewal is sent while signed out', async () => {
  start(undefined);
  await vi.advanceTimersByTimeAsync(DAY);
  prolong(60 * MINUTE);
  await vi.advanceTimersByTimeAsync(MINUTE);
  end = undefined;
  notify();
  await vi.advanceTimersByTimeAsync(DAY);
  expect(renewals).toEqual([]);
});
