import { useEffect, useId, useState, type ReactNode } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { signOut, signOutState, type SignOutState } from '#pwa/data/session/session.ts';
import { useHasAccess } from '#pwa/data/session/use-session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { AccessCodeNote, SignOutDialog, type WaitingWrites } from './sign-out-dialog.tsx';
import styles from './account.module.css';
import { useAccountAction } from './use-account-action.ts';

/** How often the dialog looks at what is still unsent. */
const LOOK_MS = 500;

/** Signs out as soon as every change is sent. Until then it asks what to do with the unsent ones. */
export function SignOutButton({
  children = 'Log Out',
  className,
}: {
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}) {
  const app = useAppStore();
  const hasAccess = useHasAccess();
  const noteId = useId();
  const [unsent, setUnsent] = useState<SignOutState>();
  const { isBusy, failure, run, clear } = useAccountAction();

  const signOutWith = (waitingWrites: WaitingWrites) =>
    run(async () => {
      await signOut(app, { waitingWrites });
      setUnsent(undefined);
    });

  const requestSignOut = () =>
    run(async () => {
      const state = await signOutState(app);
      if (state.waiting > 0) setUnsent(state);
      else await signOut(app);
    });

  useEffect(() => {
    if (!unsent || isBusy || failure) return undefined;
    let isOpen = true;
    const look = async () => {
      const state = await signOutState(app);
      if (!isOpen) return;
      if (state.waiting > 0) setUnsent(state);
      else await signOutWith('send');
    };
    // A store that can't be read now shows its error when the person chooses.
    const timer = setTimeout(() => void look().catch(() => undefined), LOOK_MS);
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  });

  return (
    <div className={styles.signOutButtonPlace}>
      <Button
        className={className}
        disabled={isBusy}
        aria-describedby={hasAccess ? noteId : undefined}
        onClick={() => void requestSignOut()}
      >
        {children}
      </Button>
      {hasAccess && <AccessCodeNote id={noteId} />}
      {failure && !unsent && (
        <Notice tone="error" role="alert">
          Error: {failure.text}
        </Notice>
      )}
      <SignOutDialog
        state={unsent}
        failure={failure?.text}
        isBusy={isBusy}
        onClose={() => {
          setUnsent(undefined);
          clear();
        }}
        onChoose={(waitingWrites) => void signOutWith(waitingWrites)}
      />
    </div>
  );
}
