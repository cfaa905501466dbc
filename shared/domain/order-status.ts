import type { WriteState } from '#shared/sync/write-state.ts';

/** How far a purchase order has come: `waiting` to be sent, `sent` and not answered yet, and so on. */
export const ORDER_STATUSES = ['waiting', 'sent', 'confirmed', 'review', 'expired'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderProgress {
  /** Of its newest write. */
  readonly state: WriteState;
  /** Whether this device is sending now. */
  readonly isSending: boolean;
  /** Civil date to which it holds, `2026-12-05`; that day included. */
  readonly expiry: string;
  /** Today's civil date on this device. */
  readonly today: string;
}

/** What still needs somebody, or a network, comes before what has run out. */
export function toOrderStatus({ state, isSending, expiry, today }: OrderProgress): OrderStatus {
  if (state === 'rejected') return 'review';
  if (state === 'pending') return isSending ? 'sent' : 'waiting';
  return today > expiry ? 'expired' : 'confirmed';
}
