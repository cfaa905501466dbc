import type { SyntheticEvent } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { resetPassword } from '#pwa/data/session/passwords.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import styles from './account.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { useAccountAction } from './use-account-action.ts';

interface ResetFormProps {
  readonly token: string;
  /** The account's address. */
  readonly email: string;
  readonly onDone: () => void;
  /** The link has been used, replaced or has expired meanwhile. */
  readonly onRefused: () => void;
}

export function ResetForm({ token, email, onDone, onRefused }: ResetFormProps) {
  const app = useAppStore();
  const { isOnline, hasNetwork } = useConnection();
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
      {!isOnline && (
        <Notice tone="pending">{toOutage(hasNetwork)} Setting a new password needs a connection.</Notice>
      )}
      <Button type="submit" kind="primary" disabled={isBusy || !isOnline}>
        {isBusy ? 'Setting …' : 'Set new password'}
      </Button>
    </form>
  );
}
