const FORMAT = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Integer cents without the currency, where a heading names it: `7,920.00`. */
export function formatAmount(cents: number): string {
  return FORMAT.format(cents / 100);
}
