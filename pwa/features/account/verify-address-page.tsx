import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import type { SignedInAccount } from '#pwa/data/session/session.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import styles from './account.module.css';
import { AskForLink } from '../ask-for-link.tsx';
import { landAfterSignIn } from './land-after-sign-in.ts';
import { MailedLink } from './mailed-link.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { VerifyForm } from './verify-form.tsx';

/**
 * Where the link of a verification mail leads. Opening it changes nothing, because scanners open links too. The link's
 * token is the fragment, which browsers keep to themselves.
 */
export function VerifyAddressPage() {
  const { hash } = useLocation();
  return (
    <Page title="Confirm your address" isNarrow>
      <PageHead heading="Confirm your address" />
      <div className={styles.verify}>
        <VerifyAddress key={hash} token={hash.slice(1)} />
      </div>
    </Page>
  );
}

function VerifyAddress({ token }: { readonly token: string }) {
  const { account } = useSession();
  const [verified, setVerified] = useState<SignedInAccount>();

  if (verified) return <Verified account={verified} />;
  return (
    <MailedLink
      purpose="verify"
      token={token}
      unchecked="Confirming needs a connection. The link works for ten minutes after it was sent; nothing has been changed."
      renderRefused={({ message }) => <NoLink message={message} />}
    >
      {(link, checkAgain) =>
        account && account.email !== link.email ? (
          <>
            <p className={styles.address}>
              This link is for {link.email}. You are signed in as {account.email}. Log out first.
            </p>
            <SignOutButton />
          </>
        ) : (
          <VerifyForm token={token} link={link} onVerified={setVerified} onRefused={checkAgain} />
        )
      }
    </MailedLink>
  );
}

function Verified({ account }: { readonly account: SignedInAccount }) {
  const app = useAppStore();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const goOn = () => {
    setIsBusy(true);
    void landAfterSignIn(app, account, navigate);
  };
  return (
    <Notice
      tone="confirmed"
      role="status"
      actions={
        <Button kind="primary" disabled={isBusy} onClick={goOn}>
          Go to your account
        </Button>
      }
    >
      <span className={styles.address}>{account.email} is confirmed.</span> You are signed in here, and in no
      other browser.
    </Notice>
  );
}

function NoLink({ message }: { readonly message: string }) {
  const { account } = useSession();
  if (account?.emailVerified) {
    return (
      <>
        <p className={styles.address}>{account.email} is confirmed. There is nothing left to do.</p>
        <ButtonLink kind="primary" to="/client">
          Go to your account
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <Notice tone="pending" role="status">
        {message}
      </Notice>
      <AskForLink email={account?.email} />
      {!account && <ButtonLink to="/login">Login</ButtonLink>}
    </>
  );
}
