import type { CartItem } from '#shared/collections/checkouts.ts';
import { toLineCents } from './cart.ts';

/** Percentage of the GST-inclusive total shown as GST. (By Australian law the GST in an inclusive price is 1/11.) */
const GST_PERCENT = 10;

/** All in integer cents; `subTotal + gst === total`. */
export interface OrderTotals {
  readonly subTotal: number;
  readonly gst: number;
  readonly total: number;
}

/** GST of a GST-inclusive total, rounded half up to the cent. */
export function toGstCents(totalCents: number): number {
  return Math.floor((totalCents * GST_PERCENT + 50) / 100);
}

/** Sums the lines of a cart. A line without a readable price adds nothing. */
export function toOrderTotals(items: readonly CartItem[]): OrderTotals {
  return toTotals(items.reduce((sum, item) => sum + (toLineCents(item) ?? 0), 0));
}

/** Splits a GST-inclusive total. */
export function toTotals(total: number): OrderTotals {
  const gst = toGstCents(total);
  return { subTotal: total - gst, gst, total };
}
