import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { emailForSignIn, signIn, signUp, type SignInErrand } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { PasswordInput } from '#pwa/ui/password-input.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { landAfterSignIn } from './land-after-sign-in.ts';
import styles from './account.module.css';

interface LoginFormProps {
  /** Called with `true` when a sign-in starts and `false` once it has failed or the landing page is open. */
  readonly onBusy: (isBusy: boolean) => void;
}

/** No client-side validation: the account provider says what is wrong. */
export function LoginForm({ onBusy }: LoginFormProps) {
  const app = useAppStore();
  const navigate = useNavigate();
  const errand = useLocation().state as Partial<SignInErrand> | null;
  const { isOnline, hasNetwork } = useConnection();
  const showToast = useToast();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  /** The password manager saves a new password at a sign-up. */
  const [isSigningUp, setIsSigningUp] = useState(false);
  const [progress, setProgress] = useState('');

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isSignUp = event.nativeEvent.submitter?.getAttribute('value') === 'sign-up';
    const authenticate = isSignUp ? signUp : signIn;
    setError(undefined);
    setIsBusy(true);
    onBusy(true);
    setProgress(isSignUp ? 'Creating your account…' : 'Logging in…');
    try {
      const account = await authenticate(
        app,
        String(form.get('email') ?? ''),
        String(form.get('password') ?? ''),
      );
      if (isSignUp && !account.emailVerified)
        showToast({ text: `We sent a mail to ${account.email}. Its link confirms your address.` });
      setProgress('Logged in. Loading your profile…');
      await landAfterSignIn(app, account, (path) =>
        errand?.next ? navigate(errand.next, { state: errand.nextState, replace: true }) : navigate(path),
      );
    } catch (cause) {
      logError('Authentication error:', cause);
      setError(cause instanceof Error ? cause.message : String(cause));
    } finally {
      setIsBusy(false);
      onBusy(false);
      setProgress('');
    }
  }

  return (
    // See EnquiryForm: without the app, nothing is submitted.
    <form
      method="dialog"
      noValidate
      className={styles.loginForm}
      onSubmit={(event) => void handleSubmit(event)}
    >
      <Field label="Email">
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
      <Field label="Password">
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete={isSigningUp ? 'new-password' : 'current-password'}
          />
        )}
      </Field>
      {error !== undefined && (
        <Notice tone="error" role="alert">
          Error: {error}
        </Notice>
      )}
      {!isOnline && <Notice tone="pending">{toOutage(hasNetwork)} Signing in needs a connection.</Notice>}
      <div className={styles.loginFormActions}>
        <Button type="submit" kind="primary" disabled={isBusy} onClick={() => setIsSigningUp(false)}>
          Login
        </Button>
        <Button type="submit" value="sign-up" disabled={isBusy} onClick={() => setIsSigningUp(true)}>
          Sign Up
        </Button>
      </div>
      <p role="status" className={styles.loginFormNote}>
        {progress}
      </p>
      <p className={styles.loginFormNote}>
        Has another person signed up with your address, or has our link expired?{' '}
        <Link to="/login/verify">Confirm your address</Link>
      </p>
      <div className={styles.loginFormOther}>
        <Button disabled aria-describedby="google-note">
          Login with Google
        </Button>
        <p id="google-note" className={styles.loginFormNote}>
          Google sign-in isn’t available yet.
        </p>
      </div>
    </form>
  );
}
