import type { CartItem } from '#shared/collections/checkouts.ts';
import { toLineCents } from './cart.ts';

/** `specified`: a tenth of the GST-inclusive total. `law`: the eleventh that Australian law names. */
export const GST_RULES = ['specified', 'law'] as const;
export type GstRule = (typeof GST_RULES)[number];

const SHARES: Readonly<Record<GstRule, number>> = { specified: 10, law: 11 };

/** All in integer cents; `subTotal + gst === total`. */
export interface OrderTotals {
  readonly subTotal: number;
  readonly gst: number;
  readonly total: number;
}

/** GST of a GST-inclusive total, rounded half up to the cent. Everything that shows GST has it from here. */
export function toGstCents(totalCents: number, rule: GstRule): number {
  return Math.floor((2 * totalCents + SHARES[rule]) / (2 * SHARES[rule]));
}

/** Sums the lines of a cart. A line without a readable price adds nothing. */
export function toTotalCents(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + (toLineCents(item) ?? 0), 0);
}

/** Splits a GST-inclusive total. */
export function toTotals(total: number, rule: GstRule): OrderTotals {
  const gst = toGstCents(total, rule);
  return { subTotal: total - gst, gst, total };
}
