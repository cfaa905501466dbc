import { useId, useState } from 'react';
import type { CodeAppKey } from '#shared/api/account-routes.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import {
  activateCodeApp,
  beginCodeApp,
  fetchSecondFactor,
  removeCodeApp,
  renewRecoveryCodes,
} from '#pwa/data/session/second-factor.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { useFetched } from '../use-fetched.ts';
import styles from './account.module.css';
import { CodeAppSetUp } from './code-app-set-up.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The code app of the account, and its recovery codes. */
export function SecondFactor() {
  const app = useAppStore();
  const titleId = useId();
  const showToast = useToast();
  const { needs } = useSession();
  const { isOnline, hasNetwork } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const { value, status, reason, reload } = useFetched('second-factor', () => fetchSecondFactor(app), {
    isPaused: !isOnline,
  });
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [key, setKey] = useState<CodeAppKey>();
  const [codes, setCodes] = useState<readonly string[]>();

  async function run<Result>(make: () => Promise<Result>): Promise<Result | undefined> {
    setIsBusy(true);
    try {
      return await call(make);
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : String(error), tone: 'error' });
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

  async function handleRemove() {
    if (await run(() => removeCodeApp(app).then(() => true))) {
      setCodes(undefined);
      showToast({ text: 'The code app is removed. All other browsers are signed out.' });
    }
    reload();
  }

  const isDisabled = isBusy || !isOnline;
  const begin = () => void run(() => beginCodeApp(app)).then(setKey);
  return (
    <section className={styles.secondFactor} aria-labelledby={titleId}>
      <h2 id={titleId}>Second factor</h2>
      {needs && (
        <Notice tone="pending">
          You have a role here. It counts once you have set up a code app: signing in then takes its code
          besides the password.
        </Notice>
      )}
      {!isOnline && (
        <Notice tone="pending" role="status">
          {toOutage(hasNetwork)} Seeing and changing the second factor needs a connection.
        </Notice>
      )}
      {status === 'loading' && (
        <div role="status" aria-label="Loading the second factor">
          <Skeleton />
        </div>
      )}
      {status === 'failed' && (
        <Notice tone="error" role="alert" actions={<Button onClick={reload}>Try again</Button>}>
          The second factor can’t be loaded. {reason}
        </Notice>
      )}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {key && <CodeAppSetUp keyOfApp={key} onCode={handleActivate} onCancel={() => setKey(undefined)} />}
      {value && !key && !codes && (
        <>
          <p>
            {value.isOn
              ? `Signing in takes a code of your code app. ${toLeft(value.recoveryCodesLeft)}`
              : 'Without one, your password alone signs in. A code app on your phone shows a new code every 30 seconds, which a thief of the password doesn’t have.'}
          </p>
          <div className={styles.factorActions}>
            <Button
              {...(value.isOn ? {} : { kind: 'primary' as const })}
              disabled={isDisabled}
              onClick={begin}
            >
              {value.isOn ? 'Use another code app' : 'Set up a code app'}
            </Button>
            {value.isOn && (
              <>
                <Button disabled={isDisabled} onClick={() => void handleRenew()}>
                  Make new recovery codes
                </Button>
                <Button disabled={isDisabled} onClick={() => setIsAsking(true)}>
                  Remove
                </Button>
              </>
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        title="Remove the code app?"
        action="Remove"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void handleRemove()}
      >
        <p>
          Your password alone then signs in, your recovery codes count no more, and all other browsers are
          signed out. If you are staff, you are a customer until you set up another one.
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
