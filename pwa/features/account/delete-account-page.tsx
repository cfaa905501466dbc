import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { confirmDeletion } from '#pwa/data/session/delete-account.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './account.module.css';
import { DELETION } from './deletion-texts.ts';
import { Points } from './points.tsx';
import { useMailedLink } from './use-mailed-link.ts';

/**
 * Where the link leads that deletes an account. Opening it changes nothing. The link's token is the fragment, which
 * browsers keep to themselves.
 */
export function DeleteAccountPage() {
  const { hash } = useLocation();
  return (
    <Page title="Delete your account" isNarrow>
      <PageHead heading="Delete your account" />
      <OpenedLink key={hash} token={hash.slice(1)} />
    </Page>
  );
}

function OpenedLink({ token }: { readonly token: string }) {
  const app = useAppStore();
  const { isOnline, hasNetwork } = useConnection();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const state = useMailedLink({ purpose: 'delete-account', token, isOnline, attempt });

  if (isDone) return <Done />;
  if (state.status === 'refused') {
    const isUsed = state.reason === 'used-action-code';
    return (
      <div className={styles.verify}>
        <Notice tone={isUsed ? 'confirmed' : 'pending'} role="status">
          {token === '' ? 'Open the link in our mail to delete your account.' : state.message}
        </Notice>
        {!isUsed && <ButtonLink to="/account/data">Ask for a link on the page Your data</ButtonLink>}
      </div>
    );
  }
  if (state.status === 'failed') {
    return (
      <Notice
        tone="pending"
        role="status"
        actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      >
        {toOutage(hasNetwork)} Deleting the account needs a connection. The link works for 24 hours after it
        was sent; nothing has been deleted.
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

  async function handleDelete() {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await confirmDeletion(app, token);
      setIsDone(true);
    } catch (error) {
      logError('Authentication error:', error);
      if (error instanceof AppError && error.code === 'failed-precondition') setAttempt(attempt + 1);
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className={styles.ownData}>
      <p className={styles.address}>
        This deletes the account of {state.link.email}. Nothing can be brought back afterwards.
      </p>
      {DELETION.map(([heading, points]) => (
        <Points key={heading} heading={heading} points={points} />
      ))}
      <div className={styles.deletion}>
        {failure !== undefined && (
          <Notice tone="error" role="alert">
            Error: {failure}
          </Notice>
        )}
        {!isOnline && (
          <Notice tone="pending">{toOutage(hasNetwork)} Deleting the account needs a connection.</Notice>
        )}
        <Button kind="danger" disabled={isBusy || !isOnline} onClick={() => void handleDelete()}>
          {isBusy ? 'Deleting …' : 'Delete my account for good'}
        </Button>
      </div>
    </div>
  );
}

function Done() {
  return (
    <Notice
      tone="confirmed"
      role="status"
      actions={
        <ButtonLink kind="primary" to="/products">
          Go to the products
        </ButtonLink>
      }
    >
      Your account is deleted. Purchase orders and payments stay without it for seven years, because the law
      requires it. You can go on using the shop without an account.
    </Notice>
  );
}
