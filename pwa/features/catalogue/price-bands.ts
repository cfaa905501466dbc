import { formatCents } from '#shared/kernel/money.ts';

export type PriceBandId = 'under-250' | '250-1000' | '1000-10000' | 'over-10000';

interface PriceBand {
  readonly id: PriceBandId;
  /** Integer cents: `fromCents` is inclusive, `toCents` exclusive. */
  readonly fromCents: number;
  readonly toCents: number;
}

export const PRICE_BANDS: readonly PriceBand[] = [
  { id: 'under-250', fromCents: 0, toCents: 250_00 },
  { id: '250-1000', fromCents: 250_00, toCents: 1000_00 },
  { id: '1000-10000', fromCents: 1000_00, toCents: 10_000_00 },
  { id: 'over-10000', fromCents: 10_000_00, toCents: Infinity },
];

/** Whether a price is in one of the bands; a missing price is in none. */
export function isInBands(cents: number | undefined, ids: readonly PriceBandId[]): boolean {
  if (cents === undefined) return false;
  return PRICE_BANDS.some(
    ({ id, fromCents, toCents }) => ids.includes(id) && cents >= fromCents && cents < toCents,
  );
}

/** `Under $250`, `$250 to $1,000`, `$10,000 and over` */
export function toBandName(wanted: PriceBandId, currency: string): string {
  const band = PRICE_BANDS.find(({ id }) => id === wanted);
  if (!band) throw new Error(`There is no price band ${wanted}.`);
  const { fromCents, toCents } = band;
  if (fromCents === 0) return `Under ${formatDollars(toCents, currency)}`;
  if (toCents === Infinity) return `${formatDollars(fromCents, currency)} and over`;
  return `${formatDollars(fromCents, currency)} to ${formatDollars(toCents, currency)}`;
}

/** Omits the cents of a whole amount. */
function formatDollars(cents: number, currency: string): string {
  return formatCents(cents, currency).replace(/\.00$/, '');
}
