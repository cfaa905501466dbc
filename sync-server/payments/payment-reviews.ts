import type { PaidOrder } from '#shared/collections/orders.ts';
import { isReviewOpen } from '#shared/domain/order-states.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { StoredDocument } from '#server/core/stored-document.ts';
import type { Payment } from './payment.ts';

/** Whether a person still has to look at a payment. @param order says what was decided */
export function hasOpenReview(
  { review = '', paidAt, settledAt }: Payment,
  order: StoredDocument | undefined,
): boolean {
  if (paidAt === undefined && settledAt !== undefined) return false;
  const { orderState } = (order?.data ?? {}) as Partial<PaidOrder>;
  return isReviewOpen(review, order?.deleted ? 'cancelled' : orderState);
}

/**
 * The payment once a person has settled its review. If money comes after all, its review is decided like any other.
 * @throws AppError `not-found` without a review, `failed-precondition` if money has come
 */
export function settleReview(payment: Payment | undefined, now: number): Payment {
  if (payment?.review === undefined) throw new AppError('not-found', 'There is no such payment to review.');
  if (payment.paidAt !== undefined)
    throw new AppError(
      'failed-precondition',
      'Money has come for this payment, so it is settled with its order. Nothing was changed.',
    );
  return { ...payment, settledAt: payment.settledAt ?? now };
}
