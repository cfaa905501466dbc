import type { Stripe } from 'stripe';
import { AppError } from '#shared/kernel/app-error.ts';

/** Whether Stripe reports a missing resource. */
export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing';
}

/** What a person reads after a failed call. */
export interface FailureTexts {
  readonly rejected: string;
  readonly unavailable: string;
}

/** Nothing is charged before the customer confirms on Stripe's page. */
export const PAYMENT_TEXTS: FailureTexts = {
  rejected:
    'This can’t be paid for online at the moment. Nothing was charged and your cart is kept. Write to us and we sort it out.',
  unavailable:
    'The payment service does not answer. Nothing was charged and your cart is kept. Try again in a moment.',
};
export const REFUND_TEXTS: FailureTexts = {
  rejected: 'The payment provider has refused this refund. No money was moved.',
  unavailable: 'The payment provider does not answer. The refund is noted and is tried again.',
};
export const PRICE_TEXTS: FailureTexts = {
  rejected: 'The payment provider has refused this price. Nothing was changed.',
  unavailable: 'The payment provider does not answer. Nothing was changed. Try again in a moment.',
};

export function toGatewayError(error: unknown, texts: FailureTexts = PAYMENT_TEXTS): AppError {
  // The provider repeats a key that it does not know, and causes are logged.
  const cause = hasType(error, 'StripeAuthenticationError')
    ? new Error('The payment provider does not accept STRIPE_SECRET_KEY.')
    : error;
  if (isInvalidRequest(cause))
    return new AppError('failed-precondition', texts.rejected, {
      cause,
      path: toPath(cause.param),
      reason: 'PROVIDER_REFUSED',
    });
  return new AppError('unavailable', texts.unavailable, { cause, retryAfter: 5 });
}

function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return hasType(error, 'StripeInvalidRequestError');
}

function hasType(error: unknown, type: string): boolean {
  return (error as { type?: unknown } | null)?.type === type;
}

/** `line_items[0][price]` → `lines[0].price` */
function toPath(param: string | undefined): string | undefined {
  return param?.replace(/^line_items\[(\d+)\]\[(\w+)\]$/, 'lines[$1].$2');
}
