import { useState } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { AskForLink } from '../ask-for-link.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './account.module.css';
import { SignOutButton } from './sign-out-button.tsx';

export function LoginPage() {
  const { status, account } = useSession();
  const [isEntering, setIsEntering] = useState(false);
  const [mailedTo, setMailedTo] = useState<string>();
  const isSignedIn = status === 'signed-in' && !isEntering;
  return (
    <Page title={isSignedIn ? 'Account' : 'Login'}>
      <div className={styles.loginPageColumns}>
        <div>
          <PageHead
            heading={isSignedIn ? 'Account' : 'Login'}
            lead={
              !isSignedIn &&
              'You don’t need an account to browse, buy or enquire. With one, your cart and orders follow you to every device.'
            }
          />
          {status === 'loading' && <Skeleton shape="title" />}
          {mailedTo !== undefined && !isSignedIn && <LinkMailed email={mailedTo} />}
          {mailedTo === undefined && (status === 'signed-out' || isEntering) && (
            <LoginForm onBusy={setIsEntering} onMailed={setMailedTo} />
          )}
          {isSignedIn && <LogoutPanel name={account?.name || account?.email} />}
        </div>
        <Picture
          src="/pictures/home/hero-portrait.webp"
          alt=""
          sizes="48vw"
          width={960}
          height={1200}
          className={styles.loginPagePicture}
        />
      </div>
    </Page>
  );
}

/** After a sign-up. The same for every address: an address that has an account gets an email about it. */
function LinkMailed({ email }: { readonly email: string }) {
  return (
    <div className={styles.verify}>
      <Notice tone="confirmed" role="status">
        <span className={styles.address}>A link is on its way to {email}.</span> Open it on this device to
        confirm your address and sign in. It works for ten minutes. If the address has an account already, the
        email says so.
      </Notice>
      <AskForLink email={email} label="Send again" />
    </div>
  );
}

function LogoutPanel({ name }: { readonly name: string | undefined }) {
  const { waiting } = useConnection();
  return (
    <div className={styles.logoutPanel}>
      <p>Signed in as {name}.</p>
      {waiting > 0 && (
        <Notice tone="pending">
          {waiting} {waiting === 1 ? 'change waits' : 'changes wait'} to be sent. You are asked what to do
          with them before you are logged out. <Link to="/sync">Look at them</Link>
        </Notice>
      )}
      <SignOutButton />
    </div>
  );
}
