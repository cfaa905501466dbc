import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { SignInErrand } from '#pwa/data/session/session.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';

interface StaffOnlyProps {
  /** What the page is for. */
  readonly purpose: string;
  readonly children: ReactNode;
}

/** Shows a page to staff, and to others what it is for. A courtesy: the server enforces access. */
export function StaffOnly({ purpose, children }: StaffOnlyProps) {
  const { status, account, isStaff, needs } = useSession();
  const { pathname, search } = useLocation();
  const errand: SignInErrand = { next: pathname + search, nextState: null };
  if (isStaff) return children;
  if (status === 'loading') {
    return (
      <div role="status">
        <VisuallyHidden>Asking who is signed in</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton />
      </div>
    );
  }
  if (needs) {
    return (
      <EmptyState
        title="Set up a second factor first"
        actions={
          <ButtonLink kind="primary" to="/account/security">
            Set up
          </ButtonLink>
        }
      >
        {purpose} Your role counts once signing in takes a passkey, or a code of your phone besides the
        password.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Staff only"
      actions={
        <ButtonLink kind="primary" to="/login" state={errand}>
          {account ? 'Sign in with another account' : 'Sign in'}
        </ButtonLink>
      }
    >
      {purpose} {account && `${account.email} is a customer’s account.`}
    </EmptyState>
  );
}
