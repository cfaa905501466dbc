import { type SyntheticEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Link } from '#pwa/ui/link.tsx';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { googleRefused } from '#pwa/data/session/google-sign-in.ts';
import {
  emailForSignIn,
  isSecondFactorNeeded,
  signIn,
  signUp,
  type RefusedSignIn,
  type SignedInAccount,
  type SignInErrand,
} from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { PasswordInput } from '#pwa/ui/password-input.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { hasPasskeySupport, signInWithPasskey } from '#pwa/data/session/passkeys.ts';
import { GoogleLogin } from '../google-login.tsx';
import { OfflineNotice } from '../offline-notice.tsx';
import { landAfterSignIn } from './land-after-sign-in.ts';
import { isCancelled, SignInFailure } from './sign-in-failure.tsx';
import styles from './account.module.css';

interface LoginFormProps {
  /** Called with `true` when a sign-in starts and `false` once it has failed or the landing page is open. */
  readonly onBusy: (isBusy: boolean) => void;
  /** Called after a sign-up whose address has to be confirmed first. */
  readonly onMailed: (email: string) => void;
}

/** No client-side validation: the account provider says what is wrong. */
export function LoginForm({ onBusy, onMailed }: LoginFormProps) {
  const app = useAppStore();
  const navigate = useNavigate();
  const errand = useLocation().state as Partial<SignInErrand & RefusedSignIn> | null;
  const showToast = useToast();
  const [failure, setFailure] = useState<unknown>(() => errand?.refusal && googleRefused(errand.refusal));
  const [isBusy, setIsBusy] = useState(false);
  /** The password manager saves a new password at a sign-up. */
  const [isSigningUp, setIsSigningUp] = useState(false);
  const [progress, setProgress] = useState('');

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isSignUp = event.nativeEvent.submitter?.getAttribute('value') === 'sign-up';
    const authenticate = isSignUp ? signUp : signIn;
    await run(isSignUp ? 'Creating your account…' : 'Logging in…', async () => {
      const email = String(form.get('email') ?? '');
      const account = await authenticate(app, email, String(form.get('password') ?? ''));
      if (!account) onMailed(email);
      else if (isSignUp && !account.emailVerified)
        showToast({ text: `A link is on its way to ${account.email}. Open it to confirm your address.` });
      return account;
    });
  }

  /** @param authenticate returns nothing if the person is not signed in, though nothing has failed */
  async function run(text: string, authenticate: () => Promise<SignedInAccount | undefined>) {
    setFailure(undefined);
    setIsBusy(true);
    onBusy(true);
    setProgress(text);
    try {
      const account = await authenticate();
      if (!account) return;
      setProgress('Logged in. Loading your profile…');
      await landAfterSignIn(app, account, (path) =>
        errand?.next ? navigate(errand.next, { state: errand.nextState, replace: true }) : navigate(path),
      );
    } catch (cause) {
      if (isSecondFactorNeeded(cause)) return await navigate('/login/second-factor', { state: errand });
      if (!isCancelled(cause)) logError('Authentication error:', cause);
      setFailure(cause);
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
      {failure !== undefined && <SignInFailure cause={failure} />}
      <OfflineNotice>Signing in needs a connection.</OfflineNotice>
      <div className={styles.loginFormActions}>
        <Button type="submit" kind="primary" disabled={isBusy} onClick={() => setIsSigningUp(false)}>
          Login
        </Button>
        <Button type="submit" value="sign-up" disabled={isBusy} onClick={() => setIsSigningUp(true)}>
          Sign Up
        </Button>
      </div>
      <PasskeyLogin isDisabled={isBusy} run={(signIn) => run('Waiting for your passkey…', signIn)} />
      <p role="status" className={styles.loginFormNote}>
        {progress}
      </p>
      <p className={styles.loginFormNote}>
        <Link to="/login/reset">Forgot your password?</Link>
      </p>
      <p className={styles.loginFormNote}>
        Signed up already, or has another person signed up with your address? Open the link in our mail, or
        ask for another one: <Link to="/login/verify">Confirm your address</Link>
      </p>
      <div className={styles.loginFormOther}>
        <GoogleLogin
          label="Login with Google"
          errand={errand}
          isDisabled={isBusy}
          run={(signIn) => run('', signIn)}
        />
      </div>
    </form>
  );
}

interface PasskeyLoginProps {
  /** Whether another sign-in is going on. */
  readonly isDisabled: boolean;
  /** Runs a sign-in, which shows its progress and its failure. */
  readonly run: (signIn: () => Promise<SignedInAccount>) => Promise<void>;
}

/** Signs in with a passkey alone, where the browser can. */
function PasskeyLogin({ isDisabled, run }: PasskeyLoginProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  if (!hasPasskeySupport()) return null;
  return (
    <Button disabled={isDisabled || !isOnline} onClick={() => void run(() => signInWithPasskey(app))}>
      Use a passkey
    </Button>
  );
}
