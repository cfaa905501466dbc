import type { ReactNode } from 'react';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useFormsLoaded } from '#pwa/data/forms/use-unsent-input.ts';
import type { ProfileAccount } from '#pwa/data/session/profile.ts';
import { useProfile } from '#pwa/data/session/use-profile.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { DocumentState } from '../document-state.tsx';
import { NeedsReview } from '../needs-review.tsx';
import { ProfileForm } from './profile-form.tsx';

/** A person's own profile, which this device has and sends like any other document. */
export function ProfilePage() {
  const { status, account } = useSession();
  if (account) return <OwnProfile key={account.id} account={account} />;
  return (
    <Frame>
      {status === 'loading' && <Loading />}
      {status === 'signed-out' && (
        <EmptyState
          title="You are not signed in"
          actions={
            <ButtonLink kind="primary" to="/login" state={{ next: '/account/profile' }}>
              Login
            </ButtonLink>
          }
        >
          Here you say who you are. What you typed before you were signed out is kept on this device and is
          here again after you sign in.
        </EmptyState>
      )}
    </Frame>
  );
}

function OwnProfile({ account }: { readonly account: ProfileAccount }) {
  const { isOnline, hasNetwork } = useConnection();
  const own = useProfile(account.id);
  const isLoaded = useFormsLoaded();
  const rejectedChanges = useRejectedChanges({ collection: 'profiles', documentId: account.id });
  const isKnown = own !== undefined && (own.profile !== undefined || own.isPulled);
  const hasNotArrived = own !== undefined && !isKnown && !isOnline;
  return (
    <Frame state={<DocumentState collection="profiles" documentId={account.id} />}>
      {rejectedChanges?.map((change) => (
        <NeedsReview key={change.id} rejectedChange={change} />
      ))}
      {hasNotArrived && (
        <EmptyState title="Your profile isn’t on this device yet">
          {toOutage(hasNetwork)} It comes with the next connection. Nothing is lost.
        </EmptyState>
      )}
      {isKnown && isLoaded && <ProfileForm account={account} profile={own.profile} />}
      {!hasNotArrived && !(isKnown && isLoaded) && <Loading />}
    </Frame>
  );
}

function Frame({ state, children }: { readonly state?: ReactNode; readonly children: ReactNode }) {
  return (
    <Page title="Your profile" isNarrow>
      <PageHead heading="Your profile" lead={state} />
      {children}
    </Page>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your profile">
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
