import type { Stripe } from 'stripe';
import { AppError } from '#shared/kernel/app-error.ts';

/** Whether Stripe says that what was asked for isn't there. */
export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing';
}

/** Stripe's failures in our catalogue. Nothing is charged before the person confirms on Stripe's own page. */
export function toGatewayError(cause: unknown): AppError {
  if (isInvalidRequest(cause)) {
    return new AppError(
      'failed-precondition',
      'This can’t be paid for online at the moment. Nothing was charged and your bag is kept. Write to us and we sort it out.',
      { cause, path: toPath(cause.param), reason: 'PROVIDER_REFUSED' },
    );
  }
  return new AppError(
    'unavailable',
    'The payment service does not answer. Nothing was charged and your bag is kept. Try again in a moment.',
    { cause, retryAfter: 5 },
  );
}

function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return (error as { type?: unknown } | null)?.type === 'StripeInvalidRequestError';
}

/** `line_items[0][price]` → `lines[0].price` */
function toPath(param: string | undefined): string | undefined {
  return param?.replace(/^line_items\[(\d+)\]\[(\w+)\]$/, 'lines[$1].$2');
}
