import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { confirmDeletion } from '#pwa/data/session/delete-account.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import styles from './account.module.css';
import { DELETION } from './deletion-texts.ts';
import { MailedLink } from './mailed-link.tsx';
import { Points } from './points.tsx';
import { useAccountAction } from './use-account-action.ts';
import { OfflineNotice } from '../offline-notice.tsx';

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
  const [isDone, setIsDone] = useState(false);

  if (isDone) return <Done />;
  return (
    <MailedLink
      purpose="delete-account"
      token={token}
      unchecked="Deleting the account needs a connection. The link works for 24 hours after it was sent; nothing has been deleted."
      renderRefused={({ message, reason }) => {
        const isUsed = reason === 'used-action-code';
        return (
          <div className={styles.verify}>
            <Notice tone={isUsed ? 'confirmed' : 'pending'} role="status">
              {token === '' ? 'Open the link in our email to delete your account.' : message}
            </Notice>
            {!isUsed && <ButtonLink to="/account/data">Ask for a link on the “Your data” page</ButtonLink>}
          </div>
        );
      }}
    >
      {({ email }, checkAgain) => (
        <Confirmation token={token} email={email} onDone={() => setIsDone(true)} onRefused={checkAgain} />
      )}
    </MailedLink>
  );
}

interface ConfirmationProps {
  readonly token: string;
  /** The account's address. */
  readonly email: string;
  readonly onDone: () => void;
  /** The link has been used, replaced or has expired meanwhile. */
  readonly onRefused: () => void;
}

function Confirmation({ token, email, onDone, onRefused }: ConfirmationProps) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { isBusy, failure, run } = useAccountAction(onRefused);
  const handleDelete = () => run(() => confirmDeletion(app, token).then(onDone));

  return (
    <div className={styles.ownData}>
      <p className={styles.address}>
        This deletes the account of {email}. Nothing can be brought back afterwards.
      </p>
      {DELETION.map(([heading, points]) => (
        <Points key={heading} heading={heading} points={points} />
      ))}
      <div className={styles.deletion}>
        {failure && (
          <Notice tone="error" role="alert">
            Error: {failure.text}
          </Notice>
        )}
        <OfflineNotice>Deleting the account needs a connection.</OfflineNotice>
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
      Your account is deleted. Orders, purchase orders and payments stay without it for seven years, because
      the law requires it. You can go on using the shop without an account.
    </Notice>
  );
}
