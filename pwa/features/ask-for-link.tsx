import { useState, type SyntheticEvent } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logNotice } from '#pwa/data/log.ts';
import { sendLink, type AskedPurpose } from '#pwa/data/session/mailed-links.ts';
import { emailForSignIn } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './sign-in.module.css';
import { OfflineNotice } from './offline-notice.tsx';

type Outcome = { readonly tone: 'confirmed' | 'error'; readonly text: string };

/** The same words for every address: who asks must not learn whether it has an account. */
const SENT: Readonly<Record<AskedPurpose, (email: string) => string>> = {
  verify: (email) =>
    `If ${email} has an account that is not confirmed, a link is on its way. It works for ten minutes.`,
  reset: (email) =>
    `If ${email} has an account, a link to set a new password is on its way. It works for ten minutes.`,
};

interface AskForLinkProps {
  readonly purpose?: AskedPurpose;
  /** Asked for if absent. */
  readonly email?: string | undefined;
  /** Of the button. */
  readonly label?: string;
}

/** Has a link mailed. */
export function AskForLink({ purpose = 'verify', email, label = 'Send another link' }: AskForLinkProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const to = email ?? String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(to);
    setFault(isAddress ? undefined : 'Write the whole email address.');
    setOutcome(undefined);
    if (!isAddress) return;
    setIsBusy(true);
    try {
      await sendLink(app, purpose, to);
      setOutcome({ tone: 'confirmed', text: SENT[purpose](to) });
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
        <Field label="Email" error={fault}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              defaultValue={emailForSignIn(app)}
            />
          )}
        </Field>
      )}
      <Button type="submit" disabled={isBusy || !isOnline}>
        {label}
      </Button>
      {outcome && (
        <Notice tone={outcome.tone} role={outcome.tone === 'error' ? 'alert' : 'status'}>
          {outcome.text}
        </Notice>
      )}
      <OfflineNotice>Asking for a link needs a connection.</OfflineNotice>
    </form>
  );
}
