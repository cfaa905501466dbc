const FORMATS = {
  minutes: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type InstantPrecision = keyof typeof FORMATS;

/** Formats an instant, e.g. `21 Nov 2026, 12:15 pm`. Takes epoch milliseconds or an ISO time. */
export function formatInstant(instant: number | string, precision: InstantPrecision = 'minutes'): string {
  return new Date(instant).toLocaleString('en-AU', FORMATS[precision]);
}
