const DECIMAL = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Parses a decimal string such as `24990.00` or `24.9` to integer cents; `undefined` if it isn't one. */
export function parseCents(decimal: string): number | undefined {
  const match = DECIMAL.exec(decimal.trim());
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Integer cents as a decimal string with two places, `2499000` → `24990.00`. */
export function centsToDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats integer cents for display in the store's locale, with two decimals: `$24,990.00`. */
export function formatCents(cents: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-AU', { style: 'currency', currency, minimumFractionDigits: 2 });
    formats.set(currency, format);
  }
  return format.format(cents / 100);
}

/** By currency; creating a format is far slower than using one. */
const formats = new Map<string, Intl.NumberFormat>();
