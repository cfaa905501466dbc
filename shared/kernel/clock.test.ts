import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoNow, isOffsetIso, toOffsetIso } from '#shared/kernel/clock.ts';
import { createTestClock } from '../../tests/support/test-clock.ts';
import { SEED } from '../../tests/support/seed.ts';

const instant = fc.integer({ min: 0, max: Date.parse('2199-12-31T00:00:00Z') });
const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });

describe('ISO times with offset', () => {
  it('[R-REV-01] denote the same instant at every offset, and are always valid', () => {
    fc.assert(
      fc.property(instant, offset, (at, minutes) => {
        const iso = toOffsetIso(at, minutes);
        expect(Date.parse(iso)).toBe(at);
        expect(isOffsetIso(iso)).toBe(true);
      }),
      { seed: SEED },
    );
  });

  it.each([
    [660, '2026-11-21T12:15:00.000+11:00'],
    [-570, '2026-11-20T15:45:00.000-09:30'],
    [345, '2026-11-21T07:00:00.000+05:45'],
    [0, '2026-11-21T01:15:00.000+00:00'],
  ])('[R-REV-01] an offset of %i minutes is written as %s', (minutes, iso) => {
    expect(isoNow(createTestClock('2026-11-21T01:15:00.000Z', minutes))).toBe(iso);
  });

  it.each([
    ['a day that is not in the calendar', '2026-02-30T09:00:00+11:00'],
    ['29 February of a common year', '2027-02-29T09:00:00Z'],
    ['a month that does not exist', '2026-13-01T09:00:00Z'],
    ['an hour that does not exist', '2026-01-01T25:00:00Z'],
    ['an offset that does not exist', '2026-01-01T09:00:00+99:99'],
    ['no offset', '2026-01-01T09:00:00'],
    ['a date alone', '2026-01-01'],
    ['a text after it', '2026-01-01T09:00:00Z\n'],
  ])('[R-REV-01] %s is no ISO time with offset', (_what, text) => {
    expect(isOffsetIso(text)).toBe(false);
  });
});
