import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { isOffsetIso } from '#shared/kernel/clock.ts';

export const PURCHASE_ORDER_CURRENCY = 'USD';
export const FREIGHT = 'TBD';
export const VALIDITY_DAYS = 14;

const DAY_MS = 86_400_000;

/** Values shown with a purchase order but never stored; all derive from `createdAt` and the id. */
export interface PurchaseOrderFacts {
  /** Civil date at the order's own offset, `2026-11-21`. */
  readonly date: string;
  /** Civil date 14 days later. */
  readonly expiry: string;
  /** `PO-` and the last six digits of the instant's epoch milliseconds. Not unique: the id is the identity. */
  readonly poNumber: string;
  /** Last four characters of the document's id, to distinguish orders with the same number. */
  readonly reference: string;
}

/** @throws RangeError when `createdAt` is not an ISO time with offset. */
export function toPurchaseOrderFacts(order: {
  readonly FBUID: string;
  readonly createdAt: string;
}): PurchaseOrderFacts {
  if (!isOffsetIso(order.createdAt)) throw new RangeError(`"${order.createdAt}" is no ISO time with offset.`);
  const date = order.createdAt.slice(0, 10);
  // Arithmetic on the civil date only, so that daylight saving can't shift the expiry.
  const expiry = new Date(Date.parse(`${date}T00:00:00Z`) + VALIDITY_DAYS * DAY_MS)
    .toISOString()
    .slice(0, 10);
  return {
    date,
    expiry,
    poNumber: toPoNumber(Date.parse(order.createdAt)),
    reference: order.FBUID.slice(-4),
  };
}

/** `at` in epoch milliseconds. */
export function toPoNumber(at: number): string {
  // Negative on a device with its clock set before 1970.
  return `PO-${String(Math.abs(at)).slice(-6).padStart(6, '0')}`;
}

/** Sum of the lines in integer US cents: both sub total and total, because freight is to be determined. */
export function toPurchaseOrderTotalCents(components: readonly SelectedComponent[]): number {
  return components.reduce((sum, line) => sum + toLineCents(line), 0);
}

/** Integer US cents. */
export function toLineCents({ price, quantity }: SelectedComponent): number {
  return Math.round(price * 100) * quantity;
}
