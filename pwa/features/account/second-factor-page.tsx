import { useState, type SyntheticEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { NeededFactor } from '#shared/api/account-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { givePasskey, hasPasskeySupport } from '#pwa/data/session/passkeys.ts';
import { fetchNeededFactor } from '#pwa/data/session/second-factor.ts';
import { giveSecondFactor, type SignedInAccount, type SignInErrand } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { CodeInput } from '../code-input.tsx';
import { useFetched } from '../use-fetched.ts';
import { OfflineNotice } from '../offline-notice.tsx';
import styles from './account.module.css';
import { landAfterSignIn } from './land-after-sign-in.ts';
import { isCancelled, SignInFailure } from './sign-in-failure.tsx';

type Way = 'passkey' | 'code' | 'recovery';

const OFFERS: Readonly<Record<Way, string>> = {
  passkey: 'Use a passkey',
  code: 'Use a code of the app',
  recovery: 'Use a recovery code',
};

/** Ends a sign-in whose first factor was right. */
export function SecondFactorPage() {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { value, status, reason, reload } = useFetched('needed-factor', () => fetchNeededFactor(app), {
    isPaused: !isOnline,
  });
  return (
    <Page title="Second factor" isNarrow>
      <PageHead heading="Second factor" />
      {status === 'loading' && (
        <div role="status" aria-label="Loading what your account needs">
          <Skeleton />
        </div>
      )}
      {value === undefined && <OfflineNotice>Signing in needs a connection.</OfflineNotice>}
      {value === undefined && status === 'failed' && <LogInAgain onRetry={reload}>{reason}</LogInAgain>}
      {value === null && (
        <LogInAgain>
          No sign-in waits for a second factor in this browser, or it took longer than ten minutes.
        </LogInAgain>
      )}
      {value && <GiveFactor needed={value} />}
    </Page>
  );
}

function GiveFactor({ needed: { hasCodeApp, hasPasskey } }: { readonly needed: NeededFactor }) {
  const app = useAppStore();
  const navigate = useNavigate();
  const errand = useLocation().state as Partial<SignInErrand> | null;
  const { isOnline } = useConnection();
  const canUsePasskey = hasPasskey && hasPasskeySupport();
  const ways: readonly Way[] = [
    ...(canUsePasskey ? ['passkey' as const] : []),
    ...(hasCodeApp ? ['code' as const] : []),
    'recovery',
  ];
  const [way = 'recovery', setWay] = useState(ways[0]);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const message = failure instanceof Error ? failure.message : undefined;
  const refusal = failure instanceof AppError ? failure : undefined;
  const isOfField = refusal?.path === 'code';

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    await give(() => (way === 'passkey' ? givePasskey(app) : giveSecondFactor(app, code)));
  }

  async function give(signIn: () => Promise<SignedInAccount>) {
    setFailure(undefined);
    setIsBusy(true);
    try {
      const account = await signIn();
      await landAfterSignIn(app, account, (path) =>
        navigate(errand?.next ?? path, { state: errand?.nextState, replace: true }),
      );
    } catch (error) {
      if (!isCancelled(error)) logError('Authentication error:', error);
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  if (refusal?.reason === 'expired-action-code') return <LogInAgain>{message}</LogInAgain>;
  return (
    <form noValidate className={styles.verifyForm} onSubmit={(event) => void handleSubmit(event)}>
      {hasPasskey && !canUsePasskey && (
        <p>This browser can’t use the passkeys of your account. Another one on your device may.</p>
      )}
      <p>{TEXTS[way]}</p>
      {way === 'code' && (
        <Field key={way} label="Code" error={isOfField ? message : undefined}>
          {(control) => <CodeInput {...control} />}
        </Field>
      )}
      {way === 'recovery' && (
        <Field key={way} label="Recovery code" error={isOfField ? message : undefined}>
          {(control) => (
            <TextInput
              {...control}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
            />
          )}
        </Field>
      )}
      {failure !== undefined && !isOfField && <SignInFailure cause={failure} />}
      <OfflineNotice>Signing in needs a connection.</OfflineNotice>
      <div className={styles.factorActions}>
        <Button type="submit" kind="primary" disabled={isBusy || !isOnline}>
          {isBusy ? 'Checking …' : way === 'passkey' ? OFFERS.passkey : 'Continue'}
        </Button>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              onClick={() => {
                setWay(other);
                setFailure(undefined);
              }}
            >
              {OFFERS[other]}
            </Button>
          ))}
      </div>
      <p className={styles.loginFormNote}>
        Lost all of them? Staff ask a manager to remove the second factor; customers write to us.
      </p>
    </form>
  );
}

const TEXTS: Readonly<Record<Way, string>> = {
  passkey: 'Your device or your password manager asks for your fingerprint, face or PIN.',
  code: 'Open the code app on your phone and enter the code that it shows for Nankeen.',
  recovery:
    'Enter one of the recovery codes that you kept when you added your second factor. Each counts once.',
};

interface LogInAgainProps {
  readonly onRetry?: () => void;
  readonly children: string | undefined;
}

function LogInAgain({ onRetry, children }: LogInAgainProps) {
  const errand = useLocation().state as unknown;
  return (
    <Notice
      tone="error"
      role="alert"
      actions={
        <>
          <ButtonLink kind="primary" to="/login" state={errand}>
            Log in again
          </ButtonLink>
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
        </>
      }
    >
      {children}
    </Notice>
  );
}
