import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMPONENT_CATALOGUE } from '#shared/domain/component-catalogue.ts';
import {
  FREIGHT,
  PURCHASE_ORDER_CURRENCY,
  toPurchaseOrderFacts,
  toPurchaseOrderTotalCents,
  VALIDITY_DAYS,
} from '#shared/domain/purchase-order.ts';
import { toOffsetIso } from '#shared/kernel/clock.ts';
import { SEED } from '../../tests/support/seed.ts';

const facts = (createdAt: string) => toPurchaseOrderFacts({ FBUID: 'Kd82mQx01LpZ7vTaYb4c', createdAt });

/** The next day, computed without `Date` as an independent oracle. */
function nextDay(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  const [y, m, d] =
    day < days ? [year, month, day + 1] : month < 12 ? [year, month + 1, 1] : [year + 1, 1, 1];
  return [String(y), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-');
}

const instant = fc.integer({ min: Date.parse('1960-01-01T00:00Z'), max: Date.parse('2199-12-01T00:00Z') });
const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });

afterEach(() => vi.unstubAllEnvs());

describe('derived values of a purchase order', () => {
  it.each([
    ['inside a month', '2026-03-02T20:00:00.000+11:00', '2026-03-02', '2026-03-16'],
    ['over the end of a month', '2026-04-20T09:00:00.000+10:00', '2026-04-20', '2026-05-04'],
    ['over the end of a year', '2026-12-31T23:59:59.999+11:00', '2026-12-31', '2027-01-14'],
    ['from 29 February', '2028-02-29T08:00:00.000+11:00', '2028-02-29', '2028-03-14'],
    ['to 29 February', '2028-02-15T08:00:00.000+11:00', '2028-02-15', '2028-02-29'],
    ['over February of a common year', '2027-02-15T08:00:00.000+11:00', '2027-02-15', '2027-03-01'],
    [
      'over the end of daylight saving in Sydney',
      '2026-03-29T00:30:00.000+11:00',
      '2026-03-29',
      '2026-04-12',
    ],
    [
      'over the start of daylight saving in New York',
      '2026-03-07T23:30:00.000-05:00',
      '2026-03-07',
      '2026-03-21',
    ],
    [
      'at the end of a day far west of Greenwich',
      '2026-06-30T23:30:00.000-11:00',
      '2026-06-30',
      '2026-07-14',
    ],
    [
      'at the start of a day far east of Greenwich',
      '2026-07-01T00:30:00.000+14:00',
      '2026-07-01',
      '2026-07-15',
    ],
  ])('[R-REV-01] [R-REV-02] date and expiry %s', (_when, createdAt, date, expiry) => {
    expect(facts(createdAt)).toMatchObject({ date, expiry });
  });

  it('[R-REV-01] [R-REV-02] [R-CST-05] at any instant and offset the date is the civil one there, and it expires 14 days later', () => {
    expect(VALIDITY_DAYS).toBe(14);
    fc.assert(
      fc.property(instant, offset, (at, minutes) => {
        const { date, expiry } = facts(toOffsetIso(at, minutes));
        expect(date).toBe(new Date(at + minutes * 60_000).toISOString().slice(0, 10));
        let day = date;
        for (let count = 0; count < 14; count++) day = nextDay(day);
        expect(expiry).toBe(day);
      }),
      { seed: SEED },
    );
  });

  it('[R-REV-03] the number is PO- and the last six digits of the instant’s milliseconds, zero-padded, whatever the offset', () => {
    expect(facts('2026-11-21T12:15:00.007+11:00').poNumber).toBe('PO-700007');
    expect(facts('2001-09-09T01:46:40.042Z').poNumber).toBe('PO-000042');
    fc.assert(
      fc.property(instant, offset, (at, minutes) => {
        const { poNumber } = facts(toOffsetIso(at, minutes));
        expect(poNumber).toMatch(/^PO-\d{6}$/);
        expect(Number(poNumber.slice(3))).toBe(Math.abs(at) % 1_000_000);
      }),
      { seed: SEED },
    );
  });

  it('[R-REV-01] [R-REV-03] every device derives the same values, whatever its time zone', () => {
    const seen = ['Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC'].map((zone) => {
      vi.stubEnv('TZ', zone);
      return facts('2026-04-04T23:45:00.000+11:00');
    });
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]?.reference).toBe('Yb4c');
  });

  it.each(['', '2026-11-21', '2026-11-21T12:15:00', '2026-02-30T09:00:00Z', 'yesterday'])(
    '[R-REV-01] %j is refused as a creation time',
    (createdAt) => expect(() => facts(createdAt)).toThrow(RangeError),
  );

  it('[R-CST-05] the total is the sum of the lines in exact cents, currency USD, freight TBD', () => {
    expect([PURCHASE_ORDER_CURRENCY, FREIGHT]).toEqual(['USD', 'TBD']);
    const line = fc.record({
      component: fc.constantFrom(...Object.values(COMPONENT_CATALOGUE).flat()),
      quantity: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 48 }), (lines) => {
        const cents = lines.map(
          ({ component, quantity }) => BigInt(component.price.toFixed(2).replace('.', '')) * BigInt(quantity),
        );
        const total = toPurchaseOrderTotalCents(
          lines.map(({ component, quantity }) => ({ ...component, quantity })),
        );
        expect(BigInt(total)).toBe(cents.reduce((sum, one) => sum + one, 0n));
      }),
      { seed: SEED },
    );
  });
});
