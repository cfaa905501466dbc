import type { SyntheticEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MailedLink } from '#shared/api/messages.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { isSecondFactorNeeded, verifyAddress, type SignedInAccount } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './account.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useAccountAction } from './use-account-action.ts';
import { OfflineNotice } from '../offline-notice.tsx';

interface VerifyFormProps {
  readonly token: string;
  readonly link: MailedLink;
  readonly onVerified: (account: SignedInAccount) => void;
  /** The link has been used, replaced or has expired meanwhile. */
  readonly onRefused: () => void;
}

/** One button in the browser that signed up; in any other one a field for a new password, too. */
export function VerifyForm({ token, link, onVerified, onRefused }: VerifyFormProps) {
  const app = useAppStore();
  const navigate = useNavigate();
  const { isOnline } = useConnection();
  const { isBusy, failure, run } = useAccountAction(onRefused);
  const isOfPassword = failure?.path === 'password';

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    void run(async () => {
      try {
        onVerified(await verifyAddress(app, token, link.needsPassword ? password : undefined));
      } catch (error) {
        if (!isSecondFactorNeeded(error)) throw error;
        await navigate('/login/second-factor', { replace: true });
      }
    });
  }

  return (
    <form noValidate className={styles.verifyForm} onSubmit={handleSubmit}>
      {link.needsPassword ? (
        <>
          <p className={styles.address}>
            This is not the browser that signed up as {link.email}. Choose a password for the account: it
            replaces the old one, and all other browsers are signed out.
          </p>
          {/* Tells password managers whose password it is. */}
          <input hidden readOnly type="email" autoComplete="username" value={link.email} />
          <NewPasswordField label="Choose a password" error={isOfPassword ? failure.text : undefined} />
        </>
      ) : (
        <p>This signs the account out in all other browsers.</p>
      )}
      {failure && !isOfPassword && <SignInFailure cause={failure.cause} />}
      <OfflineNotice>Confirming needs a connection.</OfflineNotice>
      <Button type="submit" kind="primary" disabled={isBusy || !isOnline} className={styles.address}>
        {isBusy ? 'Confirming …' : `Confirm ${link.email}`}
      </Button>
    </form>
  );
}
