import type { Clock } from '#shared/kernel/clock.ts';

export interface TestClock extends Clock {
  /** Moves time by milliseconds, backwards too. */
  advance(ms: number): void;
}

/** A clock that stands still until it is moved; at an offset of +11:00 unless told otherwise. */
export function createTestClock(start = '2026-03-02T09:00:00.000Z', offsetMinutes = 660): TestClock {
  let at = Date.parse(start);
  return {
    now: () => at,
    offsetMinutes: () => offsetMinutes,
    advance: (ms) => void (at += ms),
  };
}
