import { useState } from 'react';
import { OWN_DATA_FILE } from '#shared/api/account-routes.ts';
import { POLICIES } from '#shared/domain/policies.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { fetchOwnData } from '#pwa/data/session/own-data.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { saveBlob } from '#pwa/ui/save-file.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { OfflineNotice } from '../offline-notice.tsx';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { Points } from './points.tsx';

const CONTENT = [
  'Your account: name, email address and role.',
  'How you sign in: with Google, and with which second factor since when.',
  'Where you are signed in, as the security page shows it.',
  'Which emails we sent you, and when.',
  'Your payments, with what you bought and where it goes.',
  'Your profile, your cart, your enquiries and your purchase orders, also deleted ones for 180 days.',
  'Every earlier version of these. It names who made it only where that was you.',
];

const ABSENT = [
  'Your password, which we keep only in hashed form.',
  'Pictures themselves: the profile has the address of yours.',
  'The text of the emails that we sent you, and the server’s log.',
  'What you wrote while signed out on a device where you never signed in, and changes that are not sent yet or were refused.',
];

const KEPT = [
  'Your account, your profile and your cart: as long as you have the account.',
  `Payments: ${POLICIES.recordsYears} years, because the law requires it.`,
  `Deleted enquiries and purchase orders: ${POLICIES.recordsYears} years, as business records. After 180 days they no longer belong to an account and are not in the file.`,
  'Earlier versions: as long as what they are versions of.',
  'A session: 30 days without use, 90 days at most; for staff 7 and 30 days.',
  'Changes that the server refused: 30 days. Emails that we sent you: 90 days.',
  'Backups hold all of this until newer ones replace them.',
];

/** A person downloads everything that is stored of the account. */
export function OwnDataPage() {
  const { status, account } = useSession();
  return (
    <Page title="Your data" isNarrow>
      <PageHead heading="Your data" />
      {status === 'loading' && <Skeleton shape="title" />}
      {status === 'signed-out' && (
        <EmptyState
          title="You are not signed in"
          actions={
            <ButtonLink kind="primary" to="/login" state={{ next: '/account/data' }}>
              Login
            </ButtonLink>
          }
        >
          Here you download what we store about you, and delete your account.
        </EmptyState>
      )}
      {account && (
        <div className={styles.ownData}>
          <Download />
          <Points heading="What is in the file" points={CONTENT} />
          <Points heading="What is not in it" points={ABSENT} />
          <Points heading="How long we keep it" points={KEPT} />
          <DeleteAccount email={account.email} />
        </div>
      )}
    </Page>
  );
}

function Download() {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function handleDownload() {
    setFailure(undefined);
    setIsDone(false);
    setIsBusy(true);
    try {
      const file = await call(() => fetchOwnData(app));
      if (file) {
        saveBlob(OWN_DATA_FILE, file);
        setIsDone(true);
      }
    } catch (error) {
      logError('Own data not downloaded:', error);
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setIsBusy(false);
  }

  return (
    <div className={styles.ownDataDownload}>
      <p>One file with what our server stores under your account. Other programs can read it: it is JSON.</p>
      <Button kind="primary" disabled={isBusy || !isOnline} onClick={() => void handleDownload()}>
        {isBusy ? 'Preparing …' : 'Download my data'}
      </Button>
      <OfflineNotice>The file is made by the server: downloading needs a connection.</OfflineNotice>
      {isDone && (
        <Notice tone="confirmed" role="status">
          {OWN_DATA_FILE} is saved. Keep it where only you can read it.
        </Notice>
      )}
      {failure && (
        <Notice tone="error" role="alert">
          Your data was not downloaded; nothing was changed. {failure}
        </Notice>
      )}
      {dialog}
    </div>
  );
}
