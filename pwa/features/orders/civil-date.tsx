const FORMAT = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a civil date independently of time zones: `2026-12-05` → `5 Dec 2026`. */
export function formatCivilDate(date: string): string {
  return FORMAT.format(new Date(`${date}T00:00:00Z`));
}

export function CivilDate({ date }: { readonly date: string }) {
  return <time dateTime={date}>{formatCivilDate(date)}</time>;
}
