import type { WriteState } from '#shared/sync/write-state.ts';

/** Progress of a purchase order: `waiting` to be sent, `sent` but not yet acknowledged, and so on. */
export const ORDER_STATUSES = ['waiting', 'sent', 'confirmed', 'review', 'expired'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderProgress {
  /** State of its newest write. */
  readonly state: WriteState;
  /** Whether the server has answered that it has taken the write, which then only has to be pulled. */
  readonly isSent: boolean;
  /** Last civil date on which it is valid, such as `2026-12-05`. */
  readonly expiry: string;
  /** Today's civil date on this device. */
  readonly today: string;
}

/** A pending review or transmission takes precedence over expiry. Attempts don't count, so that no status steps back. */
export function toOrderStatus({ state, isSent, expiry, today }: OrderProgress): OrderStatus {
  if (state === 'rejected') return 'review';
  if (state === 'pending') return isSent ? 'sent' : 'waiting';
  return today > expiry ? 'expired' : 'confirmed';
}
