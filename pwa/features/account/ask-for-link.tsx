import { useState, type SyntheticEvent } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logNotice } from '#pwa/data/log.ts';
import { sendVerifyLink } from '#pwa/data/session/verify-link.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './account.module.css';

type Outcome = { readonly tone: 'confirmed' | 'error'; readonly text: string };

/** Has another link mailed. @param props `email`: address of the signed-in account; asked for if absent */
export function AskForLink({ email }: { readonly email?: string | undefined }) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const to = email ?? String(new FormData(event.currentTarget).get('email') ?? '');
    setIsBusy(true);
    setOutcome(undefined);
    try {
      await sendVerifyLink(app, to);
      const text = `If ${to} has an account that is not confirmed, a link is on its way. It works for ten minutes. No more than three mails an hour are sent to an address.`;
      setOutcome({ tone: 'confirmed', text });
    } catch (error) {
      logNotice('No link could be asked for.', error);
      setOutcome({ tone: 'error', text: error instanceof Error ? error.message : String(error) });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form noValidate className={styles.askForLink} onSubmit={(event) => void handleSubmit(event)}>
      {email === undefined && (
        <Field label="Email">
          {(control) => <TextInput {...control} type="email" name="email" autoComplete="username" />}
        </Field>
      )}
      <Button type="submit" disabled={isBusy || !isOnline}>
        Send another link
      </Button>
      {outcome && (
        <Notice tone={outcome.tone} role={outcome.tone === 'error' ? 'alert' : 'status'}>
          {outcome.text}
        </Notice>
      )}
    </form>
  );
}
