const FORMAT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** An instant for people, e.g. `21 Nov 2026, 12:15 pm`. Takes epoch milliseconds or an ISO time. */
export function formatInstant(instant: number | string): string {
  return new Date(instant).toLocaleString('en-AU', FORMAT);
}
