import { AppError } from '#shared/kernel/app-error.ts';

/** Says why a call failed, in words for a person. */
export function toReason(error: unknown): string {
  if (!(error instanceof AppError)) return 'That did not work. Nothing was changed.';
  if (error.code === 'unavailable') return 'The server did not answer. Nothing was changed.';
  if (error.code === 'unauthenticated' || error.code === 'permission-denied')
    return 'The server takes nobody here for staff any more. Sign in again; what you chose stays until you leave this page.';
  return error.message;
}
