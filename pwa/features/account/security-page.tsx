import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { SetPassword } from '../set-password.tsx';
import styles from './account.module.css';
import { ChangeAddress } from './change-address.tsx';
import { ChangePassword } from './change-password.tsx';
import { GoogleLink } from './google-link.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';

/** How a person signs in, and where. */
export function SecurityPage() {
  const { status, account, hasPassword, googleSince } = useSession();
  return (
    <Page title="Security" isNarrow>
      <PageHead heading="Security" />
      {status === 'loading' && <Skeleton shape="title" />}
      {status === 'signed-out' && (
        <EmptyState
          title="You are not signed in"
          actions={
            <ButtonLink kind="primary" to="/login" state={{ next: '/account/security' }}>
              Login
            </ButtonLink>
          }
        >
          Here you change your password and your address, add passkeys, set up a code app, and see where you
          are signed in.
        </EmptyState>
      )}
      {account && (
        <div className={styles.security}>
          <SecondFactor />
          {hasPassword === false ? (
            <section className={styles.changePassword}>
              <h2>Password</h2>
              <SetPassword email={account.email} />
            </section>
          ) : (
            <ChangePassword email={account.email} />
          )}
          {googleSince !== undefined && <GoogleLink since={googleSince} />}
          <ChangeAddress email={account.email} />
          <OwnSessions />
          <p>
            <Link to="/account/data">Download your data</Link>
          </p>
        </div>
      )}
    </Page>
  );
}
