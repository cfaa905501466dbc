import { AppError } from '#shared/kernel/app-error.ts';

/** Says why a call failed, in words for a person. */
export function toReason(error: unknown): string {
  if (!(error instanceof AppError)) return 'That did not work. Nothing was changed.';
  // Whether it has done something is unknown.
  if (error.code === 'unavailable') return 'The server did not answer. Try again.';
  if (error.code === 'unauthenticated')
    return 'You are not signed in any more. Sign in again; what you chose stays until you leave this page.';
  if (error.code === 'permission-denied')
    return 'Your account doesn’t have the right to this any more. What you chose stays until you leave this page.';
  return error.message;
}
