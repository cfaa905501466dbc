import { useState, type SyntheticEvent } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { sendAddressLink } from '#pwa/data/session/change-address.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { useConfirmedCall } from '../confirmed-call.tsx';
import styles from './account.module.css';

interface Failure {
  readonly isOfField: boolean;
  readonly text: string;
}

/** Asks for a link to a new address. @param props `email` of the signed-in account */
export function ChangeAddress({ email: own }: { readonly email: string }) {
  const app = useAppStore();
  const { isOnline, hasNetwork } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<Failure>();

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email') ?? '').trim();
    setFailure(undefined);
    setSentTo(undefined);
    setIsBusy(true);
    try {
      const isSent = await call(async () => {
        await sendAddressLink(app, email);
        return true;
      });
      if (isSent) {
        form.reset();
        setSentTo(email);
      }
    } catch (error) {
      logError('Authentication error:', error);
      const isOfField = error instanceof AppError && error.path === 'email';
      setFailure({ isOfField, text: error instanceof Error ? error.message : String(error) });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <form noValidate className={styles.changePassword} onSubmit={(event) => void handleSubmit(event)}>
        <h2>Address</h2>
        <p className={styles.address}>You sign in as {own}.</p>
        <Field
          label="New address"
          hint="We mail it a link. Until that is used, nothing changes."
          error={failure?.isOfField ? failure.text : undefined}
        >
          {(control) => <TextInput {...control} type="email" name="email" autoComplete="email" />}
        </Field>
        {failure && !failure.isOfField && (
          <Notice tone="error" role="alert">
            Error: {failure.text}
          </Notice>
        )}
        {sentTo !== undefined && (
          <Notice tone="confirmed" role="status">
            <span className={styles.address}>
              If {sentTo} can be used, a mail with a link is on its way to it. The link works for ten minutes.
            </span>
          </Notice>
        )}
        {!isOnline && (
          <Notice tone="pending">{toOutage(hasNetwork)} Changing the address needs a connection.</Notice>
        )}
        <Button type="submit" disabled={isBusy || !isOnline}>
          {isBusy ? 'Sending …' : 'Mail me a link'}
        </Button>
      </form>
      {dialog}
    </>
  );
}
