import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './account.module.css';
import { AskForLink } from './ask-for-link.tsx';
import { ResetForm } from './reset-form.tsx';
import { useMailedLink } from './use-mailed-link.ts';

/**
 * Where a person who forgot the password asks for a link, and where that link leads. The link's token is the fragment,
 * which browsers keep to themselves. Opening it changes nothing.
 */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <Page title="Set a new password" isNarrow>
      <PageHead
        heading="Set a new password"
        lead={token === '' && 'We mail you a link. It shows that the account’s address is yours.'}
      />
      <div className={styles.verify}>
        {token === '' ? (
          <AskForLink purpose="reset" label="Mail me a link" />
        ) : (
          <OpenedLink key={token} token={token} />
        )}
      </div>
    </Page>
  );
}

function OpenedLink({ token }: { readonly token: string }) {
  const { isOnline, hasNetwork } = useConnection();
  const [attempt, setAttempt] = useState(0);
  const [isDone, setIsDone] = useState(false);
  const state = useMailedLink({ purpose: 'reset', token, isOnline, attempt });

  if (isDone) {
    return (
      <Notice
        tone="confirmed"
        role="status"
        actions={
          <ButtonLink kind="primary" to="/login">
            Login
          </ButtonLink>
        }
      >
        Your new password is set. All browsers were signed out.
      </Notice>
    );
  }
  if (state.status === 'refused') {
    return (
      <>
        <Notice tone="pending" role="status">
          {state.message}
        </Notice>
        <AskForLink purpose="reset" />
      </>
    );
  }
  if (state.status === 'failed') {
    return (
      <Notice
        tone="pending"
        role="status"
        actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      >
        {toOutage(hasNetwork)} Setting a new password needs a connection. The link works for ten minutes after
        it was sent; nothing has been changed.
      </Notice>
    );
  }
  if (state.status === 'loading') {
    return (
      <div role="status" aria-label="The link is being checked">
        <Skeleton shape="title" />
      </div>
    );
  }
  return (
    <ResetForm
      token={token}
      email={state.link.email}
      onDone={() => setIsDone(true)}
      onRefused={() => setAttempt(attempt + 1)}
    />
  );
}
