import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { useNavigate } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { emailForSignIn, signIn, signUp } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
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
  const { isOnline } = useConnection();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isSignUp = event.nativeEvent.submitter?.getAttribute('value') === 'sign-up';
    const authenticate = isSignUp ? signUp : signIn;
    setError(undefined);
    setIsBusy(true);
    onBusy(true);
    try {
      const account = await authenticate(
        app,
        String(form.get('email') ?? ''),
        String(form.get('password') ?? ''),
      );
      await landAfterSignIn(app, account, navigate);
    } catch (cause) {
      logError('Authentication error:', cause);
      setError(cause instanceof Error ? cause.message : String(cause));
    } finally {
      setIsBusy(false);
      onBusy(false);
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
          <TextInput {...control} type="password" name="password" autoComplete="current-password" />
        )}
      </Field>
      {error !== undefined && (
        <Notice tone="error" role="alert">
          Error: {error}
        </Notice>
      )}
      {!isOnline && <Notice tone="pending">You&rsquo;re offline. Signing in needs a connection.</Notice>}
      <div className={styles.loginFormActions}>
        <Button type="submit" kind="primary" disabled={isBusy}>
          Login
        </Button>
        <Button type="submit" value="sign-up" disabled={isBusy}>
          Sign Up
        </Button>
      </div>
      <p className={styles.loginFormNote}>
        Has another person signed up with your address, or has our link expired?{' '}
        <Link to="/login/verify">Confirm your address</Link>
      </p>
      <div className={styles.loginFormOther}>
        <Button disabled aria-describedby="google-note">
          Login with Google
        </Button>
        <p id="google-note" className={styles.loginFormNote}>
          Google sign-in is not set up on this server.
        </p>
      </div>
    </form>
  );
}
