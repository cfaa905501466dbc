const FORMAT = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day for people, `2026-12-05` → `5 Dec 2026`. It is the same day wherever it is read. */
export function formatCivilDate(date: string): string {
  return FORMAT.format(new Date(`${date}T00:00:00Z`));
}

export function CivilDate({ date }: { readonly date: string }) {
  return <time dateTime={date}>{formatCivilDate(date)}</time>;
}
