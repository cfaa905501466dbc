const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats an amount of storage in decimal units, e.g. `12.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** power;
  return `${amount.toLocaleString('en-AU', { maximumFractionDigits: amount < 100 && power > 0 ? 1 : 0 })} ${UNITS[power]}`;
}
