/** Epoch milliseconds and the local UTC offset at that time, in minutes east of Greenwich. */
export interface Clock {
  now(): number;
  offsetMinutes(at: number): number;
}

/** The machine's clock in its time zone. */
export const systemClock: Clock = {
  now: () => Date.now(),
  offsetMinutes: (at) => -new Date(at).getTimezoneOffset(),
};

const MINUTE_MS = 60_000;

/** ISO 8601 with milliseconds and offset, e.g. `2026-11-21T12:15:00.000+11:00`. */
export function toOffsetIso(at: number, offsetMinutes: number): string {
  const civil = new Date(at + offsetMinutes * MINUTE_MS).toISOString().slice(0, -1);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(offsetMinutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${civil}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Syntax of an ISO time with offset; the day may not exist. */
export const OFFSET_ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether a text is an ISO time with offset, on a day that exists. */
export function isOffsetIso(text: string): boolean {
  if (!OFFSET_ISO.test(text) || Number.isNaN(Date.parse(text))) return false;
  // `Date.parse` reads 30 February as 2 March. Every month has 28 days.
  if (Number(text.slice(8, 10)) <= 28) return true;
  const date = text.slice(0, 10);
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** Sorts ISO times earliest first. With different offsets, their texts have another order. */
export function compareTimes(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}

/** The current time as the device's local time with offset. */
export function isoNow(clock: Clock): string {
  const at = clock.now();
  return toOffsetIso(at, clock.offsetMinutes(at));
}

/** Formats epoch milliseconds in UTC, `…Z`. */
export function utcIso(at: number): string {
  return new Date(at).toISOString();
}
