import { useState, type ReactNode } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { signOut, signOutState, type SignOutState } from '#pwa/data/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { SignOutDialog, type WaitingWrites } from './sign-out-dialog.tsx';
import styles from './account.module.css';

/** Signs out at once if every change is sent; otherwise asks what to do with the unsent ones. */
export function SignOutButton({
  children = 'Log Out',
  className,
}: {
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}) {
  const app = useAppStore();
  const [unsent, setUnsent] = useState<SignOutState>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function attempt(action: () => Promise<void>) {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      logError('Authentication error:', error);
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  const signOutWith = (waitingWrites: WaitingWrites) =>
    attempt(async () => {
      await signOut(app, { waitingWrites });
      setUnsent(undefined);
    });

  const requestSignOut = () =>
    attempt(async () => {
      const state = await signOutState(app);
      if (state.waiting > 0) setUnsent(state);
      else await signOut(app);
    });

  return (
    <div className={styles.signOutButtonPlace}>
      <Button className={className} disabled={isBusy} onClick={() => void requestSignOut()}>
        {children}
      </Button>
      {failure !== undefined && !unsent && (
        <Notice tone="error" role="alert">
          Error: {failure}
        </Notice>
      )}
      <SignOutDialog
        state={unsent}
        failure={failure}
        isBusy={isBusy}
        onClose={() => {
          setUnsent(undefined);
          setFailure(undefined);
        }}
        onChoose={(waitingWrites) => void signOutWith(waitingWrites)}
      />
    </div>
  );
}
