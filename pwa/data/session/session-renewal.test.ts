import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSession } from './session-renewal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let end: number | undefined;
let renewals: number[];
let tell: () => void;
let stop: () => void;
/** What the server does when it is asked. */
let answer: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [end, renewals, answer, tell] = [undefined, [], () => {}, () => {}];
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
      tell = listener;
      return () => (tell = () => {});
    },
    async renew() {
      renewals.push(Date.now() / MINUTE);
      answer();
    },
  });
}

function prolong(by: number): void {
  end = Date.now() + by;
  tell();
}

test('[R-CST-17] a session is prolonged five minutes before it ends, again and again', async () => {
  start(60 * MINUTE);
  answer = () => prolong(60 * MINUTE);
  await vi.advanceTimersByTimeAsync(120 * MINUTE);
  expect(renewals).toEqual([55, 110]);
});

test('[R-CST-17] attempts that fail are made again after half a minute, then twice as long each time, at most 16 minutes', async () => {
  start(10 * MINUTE);
  await vi.advanceTimersByTimeAsync(70 * MINUTE);
  expect(renewals).toEqual([5, 5.5, 6.5, 8.5, 12.5, 20.5, 36.5, 52.5, 68.5]);
  answer = () => prolong(60 * MINUTE);
  await vi.advanceTimersByTimeAsync(16 * MINUTE);
  answer = () => {};
  await vi.advanceTimersByTimeAsync(56 * MINUTE);
  expect(renewals.slice(9), 'after a success the waits begin anew').toEqual([84.5, 139.5, 140, 141]);
});

test('[R-CST-17] a session of 30 days is not prolonged early, however long a timer can be', async () => {
  start(30 * DAY);
  answer = () => prolong(30 * DAY);
  await vi.advanceTimersByTimeAsync(30 * DAY - 6 * MINUTE);
  expect(renewals).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(renewals).toHaveLength(1);
});

test('[R-CST-17] [R-AUT-06] nothing is asked while nobody is signed in, nor after a sign-out', async () => {
  start(undefined);
  await vi.advanceTimersByTimeAsync(DAY);
  prolong(60 * MINUTE);
  await vi.advanceTimersByTimeAsync(MINUTE);
  end = undefined;
  tell();
  await vi.advanceTimersByTimeAsync(DAY);
  expect(renewals).toEqual([]);
});
