import { AppError } from '#shared/kernel/app-error.ts';
import { LockedOrderError } from '#pwa/data/session/change-identity.ts';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

/** Why a sign-in did not happen, with a link to what helps. */
export function SignInFailure({ cause }: { readonly cause: unknown }) {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (isCancelled(cause)) return <Notice role="status">{message}</Notice>;
  return (
    <Notice tone="error" role="alert">
      Error: {message}
      {toReason(cause) === 'account-not-linked' && (
        <>
          {' '}
          <Link to="/login/reset">Get a link by email</Link>
        </>
      )}
      {cause instanceof LockedOrderError && (
        <>
          {' '}
          <Link to="/ukraine">Enter the access code</Link>
        </>
      )}
    </Notice>
  );
}

export function isCancelled(cause: unknown): boolean {
  return toReason(cause) === 'user-cancelled';
}

function toReason(cause: unknown): string | undefined {
  return cause instanceof AppError ? cause.reason : undefined;
}
