import { useState, type SyntheticEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink, Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { useAppStore } from '#pwa/data/app-store.ts';
import { resetPassword } from '#pwa/data/session/passwords.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import styles from './account.module.css';
import { AskForLink } from '../ask-for-link.tsx';
import { OfflineNotice } from '../offline-notice.tsx';
import { MailedLink } from './mailed-link.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useAccountAction } from './use-account-action.ts';

/**
 * Where a person who forgot the password asks for a link, and where that link leads. The link's token is the fragment,
 * which browsers keep to themselves. Opening it changes nothing.
 */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <Page title="Set a new password" isNarrow>
      <PageHead
        heading="Set a new password"
        lead={token === '' && 'We email you a link. It shows that the account’s address is yours.'}
      />
      <div className={styles.verify}>
        {token === '' ? (
          <AskForLink purpose="reset" label="Email me a link" />
        ) : (
          <OpenedLink key={token} token={token} />
        )}
      </div>
    </Page>
  );
}

function OpenedLink({ token }: { readonly token: string }) {
  const [isDone, setIsDone] = useState(false);

  if (isDone) {
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
        Your new password is set. All browsers were signed out.
      </Notice>
    );
  }
  return (
    <MailedLink
      purpose="reset"
      token={token}
      unchecked="Setting a new password needs a connection. The link works for ten minutes after it was sent; nothing has been changed."
      renderRefused={({ message }) => (
        <>
          <Notice tone="pending" role="status">
            {message}
          </Notice>
          <AskForLink purpose="reset" />
        </>
      )}
    >
      {({ email }, checkAgain) => (
        <ResetForm token={token} email={email} onDone={() => setIsDone(true)} onRefused={checkAgain} />
      )}
    </MailedLink>
  );
}

interface ResetFormProps {
  readonly token: string;
  /** The account's address. */
  readonly email: string;
  readonly onDone: () => void;
  /** The link has been used, replaced or has expired meanwhile. */
  readonly onRefused: () => void;
}

function ResetForm({ token, email, onDone, onRefused }: ResetFormProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { isBusy, failure, run } = useAccountAction(onRefused);
  const isOfPassword = failure?.path === 'password';

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    void run(() => resetPassword(app, { token, email }, password).then(onDone));
  }

  return (
    <form noValidate className={styles.verifyForm} onSubmit={handleSubmit}>
      <p className={styles.address}>For the account of {email}. All browsers are signed out, this one too.</p>
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <NewPasswordField label="New password" error={isOfPassword ? failure.text : undefined} />
      {failure && !isOfPassword && (
        <Notice tone="error" role="alert">
          Error: {failure.text}
        </Notice>
      )}
      <OfflineNotice>Setting a new password needs a connection.</OfflineNotice>
      <Button type="submit" kind="primary" disabled={isBusy || !isOnline}>
        {isBusy ? 'Setting …' : 'Set new password'}
      </Button>
    </form>
  );
}
