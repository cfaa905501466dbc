import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { CONFIRM_IDENTITY } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { confirmIdentity } from '#pwa/data/session/own-sessions.ts';
import { confirmWithPasskey, hasPasskeySupport } from '#pwa/data/session/passkeys.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PasswordInput } from '#pwa/ui/password-input.tsx';
import { CodeInput } from './code-input.tsx';
import styles from './confirmed-call.module.css';

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
  const { account, hasCodeApp, hasPasskey } = useSession();
  const [isWithCode, setIsWithCode] = useState(false);
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [passkeyFailure, setPasskeyFailure] = useState<string>();

  function forget() {
    setFailure(undefined);
    setPasskeyFailure(undefined);
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

  async function confirm(give: () => Promise<void>, onFailure: (message: string) => void) {
    forget();
    setIsBusy(true);
    try {
      await give();
      onSettled?.(true);
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title="Confirm it’s you"
      isOpen={onSettled !== undefined}
      onClose={handleClose}
      actions={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button type="submit" form={formId} kind="primary" disabled={isBusy}>
            {isBusy ? 'Checking …' : 'Confirm'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
        <p>
          This needs your {isWithCode ? 'code' : 'password'} again. After that, nothing asks for it for ten
          minutes.
        </p>
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
        {passkeyFailure !== undefined && (
          <Notice tone="error" role="alert">
            {passkeyFailure}
          </Notice>
        )}
        <div className={styles.others}>
          {hasPasskey === true && hasPasskeySupport() && (
            <Button
              disabled={isBusy}
              onClick={() => void confirm(() => confirmWithPasskey(app), setPasskeyFailure)}
            >
              Use a passkey
            </Button>
          )}
          {hasCodeApp === true && (
            <Button
              onClick={() => {
                setIsWithCode(!isWithCode);
                forget();
              }}
            >
              {isWithCode ? 'Use the password' : 'Use a code'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
