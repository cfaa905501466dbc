import { useState, type SyntheticEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { giveSecondFactor, type SignInErrand } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { CodeInput } from '../code-input.tsx';
import styles from './account.module.css';
import { landAfterSignIn } from './land-after-sign-in.ts';

/** Ends a sign-in whose first factor was right. */
export function SecondFactorPage() {
  const app = useAppStore();
  const navigate = useNavigate();
  const errand = useLocation().state as Partial<SignInErrand> | null;
  const { isOnline, hasNetwork } = useConnection();
  const [isRecovery, setIsRecovery] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isExpired = failure instanceof AppError && failure.reason === 'expired-action-code';
  const message = failure instanceof Error ? failure.message : undefined;
  const isOfField = failure instanceof AppError && failure.path === 'code';

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    setFailure(undefined);
    setIsBusy(true);
    try {
      const account = await giveSecondFactor(app, code);
      await landAfterSignIn(app, account, (path) =>
        navigate(errand?.next ?? path, { state: errand?.nextState, replace: true }),
      );
    } catch (error) {
      logError('Authentication error:', error);
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Page title="Second factor" isNarrow>
      <PageHead heading="Second factor" />
      {isExpired ? (
        <Notice
          tone="error"
          role="alert"
          actions={
            <ButtonLink kind="primary" to="/login" state={errand}>
              Log in again
            </ButtonLink>
          }
        >
          {message}
        </Notice>
      ) : (
        <form noValidate className={styles.verifyForm} onSubmit={(event) => void handleSubmit(event)}>
          <p>
            {isRecovery
              ? 'Enter one of the recovery codes that you kept when you set up your code app. Each counts once.'
              : 'Open the code app on your phone and enter the code that it shows for Nankeen.'}
          </p>
          <Field
            key={isRecovery ? 'recovery' : 'code'}
            label={isRecovery ? 'Recovery code' : 'Code'}
            error={isOfField ? message : undefined}
          >
            {(control) =>
              isRecovery ? (
                <TextInput
                  {...control}
                  name="code"
                  autoComplete="off"
                  autoCapitalize="characters"
                  maxLength={40}
                />
              ) : (
                <CodeInput {...control} />
              )
            }
          </Field>
          {message !== undefined && !isOfField && (
            <Notice tone="error" role="alert">
              Error: {message}
            </Notice>
          )}
          {!isOnline && <Notice tone="pending">{toOutage(hasNetwork)} Signing in needs a connection.</Notice>}
          <div className={styles.factorActions}>
            <Button type="submit" kind="primary" disabled={isBusy || !isOnline}>
              {isBusy ? 'Checking …' : 'Continue'}
            </Button>
            <Button
              onClick={() => {
                setIsRecovery(!isRecovery);
                setFailure(undefined);
              }}
            >
              {isRecovery ? 'Use a code of the app' : 'Use a recovery code'}
            </Button>
          </div>
          <p className={styles.loginFormNote}>
            Lost both? Staff ask a manager to remove the second factor; customers write to us.
          </p>
        </form>
      )}
    </Page>
  );
}
