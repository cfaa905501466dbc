import type { Clock } from '#shared/kernel/clock.ts';

export interface TestClock extends Clock {
  /** Moves the time by milliseconds, which may be negative. */
  advance(ms: number): void;
}

/** A clock that only moves when told to; at +11:00 by default. */
export function createTestClock(start = '2026-03-02T09:00:00.000Z', offsetMinutes = 660): TestClock {
  let at = Date.parse(start);
  return {
    now: () => at,
    offsetMinutes: () => offsetMinutes,
    advance: (ms) => void (at += ms),
  };
}
