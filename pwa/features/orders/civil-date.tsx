/** A day for people, `2026-12-05` → `5 Dec 2026`. It is the same day wherever it is read. */
export function formatCivilDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-AU', { dateStyle: 'medium', timeZone: 'UTC' });
}

export function CivilDate({ date }: { readonly date: string }) {
  return <time dateTime={date}>{formatCivilDate(date)}</time>;
}
