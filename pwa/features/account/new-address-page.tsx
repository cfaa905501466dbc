import { useState, type SyntheticEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { changeAddress } from '#pwa/data/session/change-address.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import styles from './account.module.css';
import { MailedLink } from './mailed-link.tsx';
import { useAccountAction } from './use-account-action.ts';
import { OfflineNotice } from '../offline-notice.tsx';

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
  const { account } = useSession();
  const [changedTo, setChangedTo] = useState<string>();

  if (changedTo !== undefined) return <Done email={changedTo} />;
  return (
    <MailedLink
      purpose="address"
      token={token}
      unchecked="Changing the address needs a connection. The link works for ten minutes after it was sent; nothing has been changed."
      renderRefused={({ message }) => (
        <>
          <Notice tone="pending" role="status">
            {token === '' ? 'Open the link in our email to confirm your new address.' : message}
          </Notice>
          <ButtonLink to="/account/security">Change the address on the security page</ButtonLink>
        </>
      )}
    >
      {({ email }, checkAgain) =>
        account ? (
          <NewAddressForm
            token={token}
            email={email}
            onChanged={() => setChangedTo(email)}
            onRefused={checkAgain}
          />
        ) : (
          <SignInFirst token={token} email={email} />
        )
      }
    </MailedLink>
  );
}

interface OpenedLinkProps {
  readonly token: string;
  /** The new address. */
  readonly email: string;
}

function SignInFirst({ token, email }: OpenedLinkProps) {
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

interface NewAddressFormProps extends OpenedLinkProps {
  readonly onChanged: () => void;
  /** The link has been used, replaced or has expired meanwhile. */
  readonly onRefused: () => void;
}

function NewAddressForm({ token, email, onChanged, onRefused }: NewAddressFormProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { isBusy, failure, run } = useAccountAction(onRefused);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    void run(() => changeAddress(app, { token, email }).then(onChanged));
  }

  return (
    <form noValidate className={styles.verifyForm} onSubmit={handleSubmit}>
      <p className={styles.address}>
        From then on you sign in as {email}. Your profile, cart and enquiries stay yours. All browsers are
        signed out, this one too. A role as staff stays with the earlier address.
      </p>
      {failure && (
        <Notice tone="error" role="alert">
          Error: {failure.text}
        </Notice>
      )}
      <OfflineNotice>Changing the address needs a connection.</OfflineNotice>
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
