import type { ProductEntry } from '#shared/collections/products.ts';

export interface Reading {
  readonly value: string;
  readonly unit: string;
  readonly label: string;
}

/** A plain figure with a short unit, such as `90 min` or `20-30 km`. */
const FIGURE = /^([+-]?[\d.,]+(?:-[\d.,]+)?) (\S{1,5})$/;

/** The first four specifications that read like an instrument: one figure, one unit. */
export function toReadings(specifications: readonly ProductEntry[]): readonly Reading[] {
  return specifications
    .flatMap(({ value, label }) => {
      const match = FIGURE.exec(value);
      return match ? [{ value: match[1] ?? '', unit: match[2] ?? '', label }] : [];
    })
    .slice(0, 4);
}
