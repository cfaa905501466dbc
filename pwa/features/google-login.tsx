import { useEffect, useRef, useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { beginGoogleSignIn, googleRefused } from '#pwa/data/session/google-sign-in.ts';
import { keepErrand, openGoogleWindow, whenGoogleWindowEnds } from '#pwa/data/session/google-window.ts';
import { openSession, type SignedInAccount, type SignInErrand } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import styles from './sign-in.module.css';

interface GoogleLoginProps {
  /** Of the button. */
  readonly label: string;
  readonly errand: Partial<SignInErrand> | null;
  /** Whether another sign-in is going on. */
  readonly isDisabled: boolean;
  /** Runs a sign-in, which shows its progress and its failure. */
  readonly run: (signIn: () => Promise<SignedInAccount | undefined>) => Promise<void>;
}

type State = 'idle' | 'opening' | 'waiting' | 'returned';

/** Signs in on Google's page: in a window of its own on a large screen, otherwise in this one. */
export function GoogleLogin({ label, errand, isDisabled, run }: GoogleLoginProps) {
  const app = useAppStore();
  const { googleSignIn } = useShopConfig();
  const { isOnline, hasNetwork } = useConnection();
  const [state, setState] = useState<State>('idle');
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  async function signIn(opened: Window | undefined): Promise<SignedInAccount | undefined> {
    const url = await beginGoogleSignIn(app);
    if (!opened) {
      keepErrand(errand);
      window.location.assign(url);
      // This page ends here.
      return new Promise(() => undefined);
    }
    if (opened.closed) return undefined;
    const controller = new AbortController();
    waiting.current = controller;
    const ended = whenGoogleWindowEnds(app.session, controller.signal);
    opened.location.replace(url);
    setState('waiting');
    const how = await ended;
    setState('idle');
    if (how === 'cancelled') return undefined;
    if (how !== 'signed-in') throw googleRefused(how);
    return openSession(app);
  }

  async function handleClick() {
    const opened = openGoogleWindow();
    setState('opening');
    try {
      await run(() => signIn(opened));
    } finally {
      // Has no effect on a window that is on Google's page or has been closed.
      opened?.close();
      setState('idle');
    }
  }

  // Google's page keeps its window from this one, so nothing tells whether it has been closed.
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const handleFocus = () => {
      setState('returned');
      void app.session.refresh();
    };
    addEventListener('focus', handleFocus);
    return () => removeEventListener('focus', handleFocus);
  }, [app, state]);

  const why = !googleSignIn
    ? 'Login with Google is not set up in this shop.'
    : isOnline
      ? undefined
      : `${toOutage(hasNetwork)} Google needs a connection.`;
  return (
    <div className={styles.googleLogin}>
      <Button
        disabled={isDisabled || why !== undefined}
        aria-describedby={why === undefined ? undefined : 'google-note'}
        onClick={() => void handleClick()}
      >
        {label}
      </Button>
      {why !== undefined && (
        <p id="google-note" className={styles.note}>
          {why}
        </p>
      )}
      {state === 'opening' && (
        <p role="status" className={styles.note}>
          Opening Google…
        </p>
      )}
      {(state === 'waiting' || state === 'returned') && (
        <Notice
          tone="pending"
          role="status"
          actions={<Button onClick={() => waiting.current?.abort()}>Cancel</Button>}
        >
          Finish in the other window.{' '}
          {state === 'returned' && 'If you have closed it, cancel here and start again.'}
        </Notice>
      )}
    </div>
  );
}
