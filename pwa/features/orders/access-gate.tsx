import { useEffect, useRef, useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { enterAccessCode, type AccessAttempt } from '#pwa/data/session/enter-access-code.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './order-picker.module.css';

/** Asks for the access code and checks it on every keystroke, without a submit button. */
export function AccessGate({ title }: { readonly title: string }) {
  const app = useAppStore();
  const [attempt, setAttempt] = useState<AccessAttempt>();
  const [isShown, setIsShown] = useState(false);
  const newest = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isOnline } = useConnection();
  useEffect(() => () => clearTimeout(timer.current), []);

  async function compare(code: string): Promise<void> {
    newest.current = code;
    clearTimeout(timer.current);
    if (code === '') return setAttempt(undefined);
    const result = await enterAccessCode(app, code);
    // The input has changed since; this result is outdated.
    if (newest.current !== code) return;
    setAttempt(result);
    if (result.outcome === 'later')
      timer.current = setTimeout(() => void compare(code), result.seconds * 1000);
    if (result.outcome === 'offline') timer.current = setTimeout(() => void compare(code), RETRY_MS);
  }

  return (
    <Page title={title} isNarrow>
      <PageHead
        heading={title}
        lead="For field sales and partners. Enter the access code once; this device remembers it, even without a connection."
      />
      <div className={styles.accessGate}>
        <Field label="Access code" hint="Case-sensitive. It unlocks as soon as the code is complete.">
          {(control) => (
            <div className={styles.accessGateCode}>
              <TextInput
                {...control}
                type={isShown ? 'text' : 'password'}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={500}
                onChange={(event) => void compare(event.currentTarget.value)}
              />
              <Button aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
                Show code
              </Button>
            </div>
          )}
        </Field>
        <p className={styles.accessGateWord} role="status">
          {toMessage(attempt)}
        </p>
        {(!isOnline || attempt?.outcome === 'offline') && (
          <Notice tone="pending">Go online once to unlock. After that it works offline.</Notice>
        )}
      </div>
    </Page>
  );
}

/** Delay between attempts while the server can't be reached. */
const RETRY_MS = 5000;

function toMessage(attempt: AccessAttempt | undefined): string {
  switch (attempt?.outcome) {
    case 'wrong':
      return 'That’s not the code yet.';
    case 'later':
      return `Too many attempts. Checking again in ${attempt.seconds} s.`;
    default:
      return '';
  }
}
