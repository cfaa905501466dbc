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
