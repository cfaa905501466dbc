import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { CONFIRM_IDENTITY } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { confirmIdentity } from '#pwa/data/session/own-sessions.ts';
import { confirmWithPasskey, hasPasskeySupport } from '#pwa/data/session/passkeys.ts';
import type { SignedInAccount } from '#pwa/data/session/session.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PasswordInput } from '#pwa/ui/password-input.tsx';
import { CodeInput } from './code-input.tsx';
import { GoogleLogin } from './google-login.tsx';
import { SetPassword } from './set-password.tsx';
import styles from './confirmed-call.module.css';

/** After a visit to Google in the same window. */
const BACK = 'You are back from Google. Choose again what you were about to do.';

export interface ConfirmedCall {
  /**
   * Makes a call. If the server asks for a proof of identity, the dialog asks for one, and the call is repeated.
   * @returns `undefined` if the person cancels. @throws what the call throws
   */
  call<Result>(make: () => Promise<Result>): Promise<Result | undefined>;
  /** To be rendered by the page. */
  readonly dialog: ReactNode;
}

/** For calls that the server takes only with a recent proof of identity. */
export function useConfirmedCall(): ConfirmedCall {
  const [settle, setSettle] = useState<(isConfirmed: boolean) => void>();

  async function call<Result>(make: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== CONFIRM_IDENTITY) throw error;
    }
    const isConfirmed = await new Promise<boolean>((resolve) => setSettle(() => resolve));
    setSettle(undefined);
    return isConfirmed ? make() : undefined;
  }

  return { call, dialog: <ConfirmIdentity onSettled={settle} /> };
}

/** @param props `onSettled`: the dialog is open while it is defined */
function ConfirmIdentity({
  onSettled,
}: {
  readonly onSettled: ((isConfirmed: boolean) => void) | undefined;
}) {
  const app = useAppStore();
  const { account, hasPassword = true, hasCodeApp = false, hasPasskey = false } = useSession();
  const { googleSignIn } = useShopConfig();
  const { pathname, search, state } = useLocation();
  const [isCodeChosen, setIsCodeChosen] = useState(false);
  const isWithCode = isCodeChosen || (!hasPassword && hasCodeApp);
  const way = isWithCode ? 'code' : hasPassword ? 'password' : hasPasskey ? 'passkey' : 'sign-in with Google';
  const hasField = way === 'code' || way === 'password';
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [otherFailure, setOtherFailure] = useState<string>();

  function forget() {
    setFailure(undefined);
    setOtherFailure(undefined);
  }

  function handleClose() {
    forget();
    onSettled?.(false);
  }

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [password, code] = ['password', 'code'].map((name) => String(data.get(name) ?? ''));
    const proof = isWithCode ? { code: code ?? '' } : { password: password ?? '' };
    await confirm(() => confirmIdentity(app, proof), setFailure);
  }

  /** @param give returns false if the person has given no proof, though nothing has failed */
  async function confirm(give: () => Promise<void | false>, onFailure: (message: string) => void) {
    forget();
    setIsBusy(true);
    try {
      if ((await give()) !== false) onSettled?.(true);
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  async function signInAgain(signIn: () => Promise<SignedInAccount | undefined>): Promise<void | false> {
    const signedIn = await signIn();
    if (!signedIn) return false;
    if (signedIn.id === account?.id) return undefined;
    throw new Error(`You are signed in as ${signedIn.email} now. Nothing was changed.`);
  }

  return (
    <Dialog
      title="Confirm it’s you"
      isOpen={onSettled !== undefined}
      onClose={handleClose}
      actions={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          {hasField && (
            <Button type="submit" form={formId} kind="primary" disabled={isBusy}>
              {isBusy ? 'Checking …' : 'Confirm'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.ways}>
        <p>This needs your {way} again. After that, nothing asks for it for ten minutes.</p>
        {hasField && (
          <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
            <input hidden readOnly type="email" autoComplete="username" value={account?.email ?? ''} />
            {isWithCode ? (
              <Field label="Code of your code app" error={failure}>
                {(control) => <CodeInput {...control} />}
              </Field>
            ) : (
              <Field label="Password" error={failure}>
                {(control) => (
                  <PasswordInput
                    {...control}
                    name="password"
                    autoComplete="current-password"
                    data-initial-focus
                  />
                )}
              </Field>
            )}
          </form>
        )}
        {otherFailure !== undefined && (
          <Notice tone="error" role="alert">
            {otherFailure}
          </Notice>
        )}
        <div className={styles.others}>
          {hasPasskey && hasPasskeySupport() && (
            <Button
              disabled={isBusy}
              onClick={() => void confirm(() => confirmWithPasskey(app), setOtherFailure)}
            >
              Use a passkey
            </Button>
          )}
          {hasPassword && hasCodeApp && (
            <Button
              onClick={() => {
                setIsCodeChosen(!isCodeChosen);
                forget();
              }}
            >
              {isWithCode ? 'Use the password' : 'Use a code'}
            </Button>
          )}
        </div>
        {way === 'sign-in with Google' && googleSignIn && (
          <GoogleLogin
            label="Continue with Google"
            errand={{ next: pathname + search, nextState: state, notice: BACK }}
            isDisabled={isBusy}
            run={(signIn) => confirm(() => signInAgain(signIn), setOtherFailure)}
          />
        )}
        {!hasPassword && account && <SetPassword email={account.email} />}
      </div>
    </Dialog>
  );
}
