import { useId, useState } from 'react';
import type { CodeAppKey, ListedPasskey } from '#shared/api/account-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { addPasskey, removePasskey } from '#pwa/data/session/passkeys.ts';
import {
  activateCodeApp,
  beginCodeApp,
  fetchSecondFactors,
  removeCodeApp,
  renewRecoveryCodes,
} from '#pwa/data/session/second-factor.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { FetchState } from '../fetch-state.tsx';
import { useFetched } from '../use-fetched.ts';
import styles from './account.module.css';
import { CodeAppSetUp } from './code-app-set-up.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';

/** The passkeys and the code app of the account, and its recovery codes. */
export function SecondFactor() {
  const app = useAppStore();
  const titleId = useId();
  const showToast = useToast();
  const { needs, hasPassword = true, googleSince } = useSession();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const factors = useFetched('second-factors', () => fetchSecondFactors(app), {
    isPaused: !isOnline,
  });
  const { value, reload } = factors;
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [key, setKey] = useState<CodeAppKey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { hasCodeApp = false, passkeys = [], recoveryCodesLeft = 0 } = value ?? {};
  const first = hasPassword ? 'your password' : googleSince === undefined ? 'a mailed link' : 'Google';
  const hasFactor = hasCodeApp || passkeys.length > 0;

  async function run<Result>(make: () => Promise<Result>): Promise<Result | undefined> {
    setIsBusy(true);
    try {
      return await call(make);
    } catch (error) {
      const isCancelled = error instanceof AppError && error.reason === 'user-cancelled';
      const text = error instanceof Error ? error.message : String(error);
      showToast({ text, ...(isCancelled ? {} : { tone: 'error' }) });
      return undefined;
    } finally {
      setIsBusy(false);
    }
  }

  async function handleActivate(code: string) {
    const made = await call(() => activateCodeApp(app, code));
    if (!made) return;
    setKey(undefined);
    setCodes(made);
    reload();
  }

  async function handleRenew() {
    const made = await run(() => renewRecoveryCodes(app));
    if (made) setCodes(made);
    reload();
  }

  async function handleRemoveApp() {
    if (await run(() => removeCodeApp(app).then(() => true)))
      showToast({ text: 'The code app is removed. All other browsers are signed out.' });
    reload();
  }

  async function handleAddPasskey(name: string) {
    const made = await run(() => addPasskey(app, name));
    reload();
    if (!made) return false;
    if (made.length > 0) setCodes(made);
    showToast({ text: 'The passkey is added. All other browsers are signed out.' });
    return true;
  }

  async function handleRemovePasskey({ id, name }: ListedPasskey) {
    if (await run(() => removePasskey(app, id).then(() => true)))
      showToast({ text: `The passkey ${name} is removed. All other browsers are signed out.` });
    reload();
  }

  const isDisabled = isBusy || !isOnline;
  const begin = () => void run(() => beginCodeApp(app)).then(setKey);
  return (
    <section className={styles.secondFactor} aria-labelledby={titleId}>
      <h2 id={titleId}>Second factor</h2>
      {needs && (
        <Notice tone="pending">
          You have a role here. It counts once you have added a passkey or set up a code app, and signing in
          takes more than {first}.
        </Notice>
      )}
      <FetchState
        of={factors}
        what="second factor"
        offline="Seeing and changing the second factor needs a connection."
      />
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {key && <CodeAppSetUp keyOfApp={key} onCode={handleActivate} onCancel={() => setKey(undefined)} />}
      {value && !key && !codes && (
        <>
          <p>
            {hasFactor
              ? `To sign in, ${first} alone is not enough: it takes one of these, too.`
              : `Without one, ${first} alone signs in. A passkey or a code app is something that a thief doesn’t have.`}
          </p>
          <OwnPasskeys
            passkeys={passkeys}
            isOnlyFactor={!hasCodeApp}
            first={first}
            isDisabled={isDisabled}
            onAdd={handleAddPasskey}
            onRemove={(passkey) => void handleRemovePasskey(passkey)}
          />
          <div className={styles.factor}>
            <h3>Code app</h3>
            <p>
              {hasCodeApp
                ? 'Your code app is set up.'
                : 'A code app on your phone shows a new code every 30 seconds.'}
            </p>
            <div className={styles.factorActions}>
              <Button disabled={isDisabled} onClick={begin}>
                {hasCodeApp ? 'Use another code app' : 'Set up a code app'}
              </Button>
              {hasCodeApp && (
                <Button disabled={isDisabled} onClick={() => setIsAsking(true)}>
                  Remove
                </Button>
              )}
            </div>
          </div>
          {hasFactor && (
            <div className={styles.factor}>
              <h3>Recovery codes</h3>
              <p>For when you have lost the others. {toLeft(recoveryCodesLeft)}</p>
              <div className={styles.factorActions}>
                <Button disabled={isDisabled} onClick={() => void handleRenew()}>
                  Make new recovery codes
                </Button>
              </div>
            </div>
          )}
        </>
      )}
      <ConfirmDialog
        title="Remove the code app?"
        action="Remove"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void handleRemoveApp()}
      >
        <p>
          {passkeys.length > 0
            ? 'Its codes count no more, and all other browsers are signed out. Your passkeys and recovery codes stay.'
            : `Signing in then takes ${first} alone, your recovery codes count no more, and all other browsers are signed out. If you are staff, you are a customer until you have another second factor.`}
        </p>
      </ConfirmDialog>
      {dialog}
    </section>
  );
}

function toLeft(count: number): string {
  if (count === 0) return 'You have no recovery codes left: make new ones.';
  return `You have ${count} ${count === 1 ? 'recovery code' : 'recovery codes'} left.`;
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Shows recovery codes, which nobody can read again. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const showToast = useToast();
  const text = `Recovery codes of Nankeen. Each counts once.\n\n${codes.join('\n')}\n`;

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: 'The recovery codes are copied.' });
    } catch {
      showToast({ text: 'This browser does not let us copy. Download or print the codes.', tone: 'error' });
    }
  }

  return (
    <div className={styles.recovery}>
      <h3>Your recovery codes</h3>
      <p>
        Keep them where you find them without your phone. Each replaces a passkey or a code of the app once,
        besides the password. They are shown only now, and earlier ones count no more.
      </p>
      <ul className={styles.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.factorActions}>
        <Button onClick={() => void handleCopy()}>Copy</Button>
        <Button onClick={() => saveFile('nankeen-recovery-codes.txt', text, 'text/plain')}>Download</Button>
        <Button onClick={() => window.print()}>Print</Button>
        <Button kind="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
