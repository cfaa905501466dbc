import { useState, type SyntheticEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { changeAddress } from '#pwa/data/session/change-address.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './account.module.css';
import { useMailedLink } from './use-mailed-link.ts';

/**
 * Where the link in a mail to an account's new address leads. Opening it changes nothing. The link's token is the
 * fragment, which browsers keep to themselves.
 */
export function NewAddressPage() {
  const { hash } = useLocation();
  return (
    <Page title="Confirm your new address" isNarrow>
      <PageHead heading="Confirm your new address" />
      <div className={styles.verify}>
        <OpenedLink key={hash} token={hash.slice(1)} />
      </div>
    </Page>
  );
}

function OpenedLink({ token }: { readonly token: string }) {
  const app = useAppStore();
  const { account } = useSession();
  const { isOnline, hasNetwork } = useConnection();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [changedTo, setChangedTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const state = useMailedLink({ purpose: 'address', token, isOnline, attempt });

  if (changedTo !== undefined) return <Done email={changedTo} />;
  if (state.status === 'refused') {
    return (
      <>
        <Notice tone="pending" role="status">
          {token === '' ? 'Open the link in our mail to confirm your new address.' : state.message}
        </Notice>
        <ButtonLink to="/account/security">Change the address on the security page</ButtonLink>
      </>
    );
  }
  if (state.status === 'failed') {
    return (
      <Notice
        tone="pending"
        role="status"
        actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      >
        {toOutage(hasNetwork)} Changing the address needs a connection. The link works for ten minutes after
        it was sent; nothing has been changed.
      </Notice>
    );
  }
  if (state.status === 'loading') {
    return (
      <div role="status" aria-label="The link is being checked">
        <Skeleton shape="title" />
      </div>
    );
  }
  const { email } = state.link;
  if (!account) {
    return (
      <Notice
        tone="pending"
        actions={
          <ButtonLink kind="primary" to="/login" state={{ next: `/account/email#${token}` }}>
            Login
          </ButtonLink>
        }
      >
        <span className={styles.address}>
          Sign in to the account that is to have the address {email}. The link works for ten minutes after it
          was sent.
        </span>
      </Notice>
    );
  }

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setFailure(undefined);
    setIsBusy(true);
    try {
      await changeAddress(app, { token, email });
      setChangedTo(email);
    } catch (error) {
      logError('Authentication error:', error);
      if (error instanceof AppError && error.code === 'failed-precondition') setAttempt(attempt + 1);
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form noValidate className={styles.verifyForm} onSubmit={(event) => void handleSubmit(event)}>
      <p className={styles.address}>
        From then on you sign in as {email}. Your profile, cart and enquiries stay yours. All browsers are
        signed out, this one too. A role as staff stays with the earlier address.
      </p>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          Error: {failure}
        </Notice>
      )}
      {!isOnline && (
        <Notice tone="pending">{toOutage(hasNetwork)} Changing the address needs a connection.</Notice>
      )}
      <Button type="submit" kind="primary" disabled={isBusy || !isOnline} className={styles.address}>
        {isBusy ? 'Changing …' : `Use ${email}`}
      </Button>
    </form>
  );
}

function Done({ email }: { readonly email: string }) {
  return (
    <Notice
      tone="confirmed"
      role="status"
      actions={
        <ButtonLink kind="primary" to="/login">
          Login
        </ButtonLink>
      }
    >
      <span className={styles.address}>{email} is now the address of your account.</span> Sign in with it.
    </Notice>
  );
}
