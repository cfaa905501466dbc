import { useState, type SyntheticEvent } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { changePassword } from '#pwa/data/session/passwords.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PasswordInput } from '#pwa/ui/password-input.tsx';
import styles from './account.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { useAccountAction } from './use-account-action.ts';
import { OfflineNotice } from '../offline-notice.tsx';

/** @param props `email` of the signed-in account, for password managers */
export function ChangePassword({ email }: { readonly email: string }) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [isDone, setIsDone] = useState(false);
  const { isBusy, failure, run } = useAccountAction();

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setIsDone(false);
    void run(async () => {
      await changePassword(app, String(data.get('current') ?? ''), String(data.get('password') ?? ''));
      form.reset();
      setIsDone(true);
    });
  }

  const isOfField = failure?.path === 'current' || failure?.path === 'password';
  return (
    <form noValidate className={styles.changePassword} onSubmit={handleSubmit}>
      <h2>Password</h2>
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <Field label="Current password" error={failure?.path === 'current' ? failure.text : undefined}>
        {(control) => <PasswordInput {...control} name="current" autoComplete="current-password" />}
      </Field>
      <NewPasswordField
        label="New password"
        error={failure?.path === 'password' ? failure.text : undefined}
      />
      {failure && !isOfField && (
        <Notice tone="error" role="alert">
          Error: {failure.text}
        </Notice>
      )}
      {isDone && (
        <Notice tone="confirmed" role="status">
          Your password is changed. All other browsers are signed out.
        </Notice>
      )}
      <OfflineNotice>Changing the password needs a connection.</OfflineNotice>
      <Button type="submit" disabled={isBusy || !isOnline}>
        {isBusy ? 'Changing …' : 'Change password'}
      </Button>
    </form>
  );
}
