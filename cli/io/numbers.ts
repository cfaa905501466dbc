const COUNT = new Intl.NumberFormat('en-AU');
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1564` → `1,564` */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `1 document`, `2 documents` */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Decimal units: `532480` → `532 kB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit] ?? 'B'}`;
}

/** `65_000` → `1 min 5 s`; at least `1 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
