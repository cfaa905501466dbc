import { useState, type SyntheticEvent } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { sendAddressLink } from '#pwa/data/session/change-address.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { OfflineNotice } from '../offline-notice.tsx';
import styles from './account.module.css';
import { useAccountAction } from './use-account-action.ts';

/** Asks for a link to a new address. @param props `email` of the signed-in account */
export function ChangeAddress({ email: own }: { readonly email: string }) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const [sentTo, setSentTo] = useState<string>();
  const { isBusy, failure, run } = useAccountAction();
  const isOfField = failure?.path === 'email';

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email') ?? '').trim();
    setSentTo(undefined);
    void run(async () => {
      const isSent = await call(() => sendAddressLink(app, email).then(() => true));
      if (!isSent) return;
      form.reset();
      setSentTo(email);
    });
  }

  return (
    <>
      <form noValidate className={styles.changePassword} onSubmit={handleSubmit}>
        <h2>Address</h2>
        <p className={styles.address}>You sign in as {own}.</p>
        <Field
          label="New address"
          hint="We email it a link. Until that is used, nothing changes."
          error={isOfField ? failure.text : undefined}
        >
          {(control) => <TextInput {...control} type="email" name="email" autoComplete="email" />}
        </Field>
        {failure && !isOfField && (
          <Notice tone="error" role="alert">
            Error: {failure.text}
          </Notice>
        )}
        {sentTo !== undefined && (
          <Notice tone="confirmed" role="status">
            <span className={styles.address}>
              If {sentTo} can be used, an email with a link is on its way to it. The link works for ten
              minutes.
            </span>
          </Notice>
        )}
        <OfflineNotice>Changing the address needs a connection.</OfflineNotice>
        <Button type="submit" disabled={isBusy || !isOnline}>
          {isBusy ? 'Sending …' : 'Email me a link'}
        </Button>
      </form>
      {dialog}
    </>
  );
}
