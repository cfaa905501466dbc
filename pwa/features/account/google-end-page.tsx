import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { googleRefused } from '#pwa/data/session/google-sign-in.ts';
import { GOOGLE_REFUSALS } from '#shared/api/google-routes.ts';
import { isTakenElsewhere, readErrand, readRefusal } from '#pwa/data/session/google-window.ts';
import { openSession, type RefusedSignIn } from '#pwa/data/session/session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { landAfterSignIn } from './land-after-sign-in.ts';

/** Where the browser is when it comes back from Google. */
export function GoogleEndPage() {
  const { search } = useLocation();
  return (
    <Page title="Signing in" isNarrow>
      <PageHead heading="Signing in" />
      {isTakenElsewhere(search) ? (
        <p>You can close this window. The other one goes on.</p>
      ) : (
        <GoogleEnd search={search} />
      )}
    </Page>
  );
}

function GoogleEnd({ search }: { readonly search: string }) {
  const app = useAppStore();
  const navigate = useNavigate();
  const { hasNetwork } = useConnection();
  const showToast = useToast();
  const [failure, setFailure] = useState<'unreachable' | 'no-session'>();
  const hasBegun = useRef(false);

  async function finish() {
    setFailure(undefined);
    const errand = readErrand();
    const refusal = readRefusal(search);
    if (refusal === 'second-factor-required')
      return navigate('/login/second-factor', { state: errand, replace: true });
    if (refusal !== undefined) {
      if (refusal !== 'user-cancelled') logError('Authentication error:', googleRefused(refusal));
      if (app.session.read()?.account) {
        showToast({ text: GOOGLE_REFUSALS[refusal] });
        return navigate(errand?.next ?? '/account', { state: errand?.nextState, replace: true });
      }
      const state = { ...errand, refusal } satisfies RefusedSignIn;
      return navigate('/login', { state, replace: true });
    }
    try {
      const account = await openSession(app);
      await landAfterSignIn(app, account, (path) =>
        navigate(errand?.next ?? path, { state: errand?.nextState, replace: true }),
      );
      if (errand?.notice !== undefined) showToast({ text: errand.notice });
    } catch (error) {
      setFailure(error instanceof AppError ? 'unreachable' : 'no-session');
    }
  }

  useEffect(() => {
    // The answer from Google counts once, also where React runs effects twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void finish();
  });

  if (failure === undefined) return <p role="status">One moment…</p>;
  return (
    <Notice
      tone="pending"
      role="alert"
      actions={
        <>
          <Button onClick={() => void finish()}>Try again</Button>
          <ButtonLink to="/login">Login</ButtonLink>
        </>
      }
    >
      {failure === 'no-session'
        ? 'You are not signed in. If you were at Google just now, this browser did not keep the session: allow cookies for this site.'
        : `${toOutage(hasNetwork)} Signing in needs a connection.`}
    </Notice>
  );
}
