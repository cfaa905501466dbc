const FORMAT = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats integer cents without the currency, which a heading names: `7,920.00`. */
export function formatAmount(cents: number): string {
  return FORMAT.format(cents / 100);
}
