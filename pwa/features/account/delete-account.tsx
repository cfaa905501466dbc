import { useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { askDeletion, cancelDeletion, fetchDeletion } from '#pwa/data/session/delete-account.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { useFetched } from '../use-fetched.ts';
import { OfflineNotice } from '../offline-notice.tsx';
import styles from './account.module.css';
import { DELETION } from './deletion-texts.ts';
import { Points } from './points.tsx';
import { useAccountAction } from './use-account-action.ts';

interface Change {
  readonly kind: 'asked' | 'cancelled';
  readonly endsAt: string | null;
}

/** Asks for the link that deletes the account, and cancels it. @param props `email` of the signed-in account */
export function DeleteAccount({ email }: { readonly email: string }) {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const stored = useFetched('deletion', () => fetchDeletion(app), { isPaused: !isOnline });
  const [change, setChange] = useState<Change>();
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, failure, run } = useAccountAction();
  const endsAt = change ? change.endsAt : stored.value?.endsAt;

  const handleCall = (kind: Change['kind']) =>
    run(async () => {
      const state = kind === 'asked' ? await call(() => askDeletion(app)) : await cancelDeletion(app);
      if (state) setChange({ kind, endsAt: state.endsAt });
    });

  return (
    <section className={styles.ownDataSection} aria-labelledby="delete-account">
      <h2 id="delete-account">Delete my account</h2>
      <p>
        We email you a link. Nothing is deleted before you open it and confirm there. Nothing can be brought
        back afterwards, so download your data first.
      </p>
      {DELETION.map(([heading, points]) => (
        <Points key={heading} heading={heading} level={3} points={points} />
      ))}
      <div className={styles.deletion}>
        {endsAt && (
          <Notice
            tone="pending"
            {...(change ? { role: 'status' as const } : {})}
            actions={
              <Button disabled={isBusy || !isOnline} onClick={() => void handleCall('cancelled')}>
                Keep my account
              </Button>
            }
          >
            <span className={styles.address}>
              A link is on its way to {email}. Open it to delete your account. It works until{' '}
              <Instant at={endsAt} />; until then your account stays as it is.
            </span>
          </Notice>
        )}
        {change?.kind === 'cancelled' && (
          <Notice tone="confirmed" role="status">
            Your account stays. The link in our email no longer works.
          </Notice>
        )}
        {failure && (
          <Notice tone="error" role="alert">
            Error: {failure.text}
          </Notice>
        )}
        <OfflineNotice>Deleting the account needs a connection.</OfflineNotice>
        <Button kind="danger" disabled={isBusy || !isOnline} onClick={() => setIsConfirming(true)}>
          {endsAt ? 'Email me another link' : 'Delete my account'}
        </Button>
      </div>
      <ConfirmDialog
        title="Delete your account?"
        action="Email me the link"
        isDanger
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => void handleCall('asked')}
      >
        <p className={styles.address}>
          We email a link to {email}. It works for 24 hours. Nothing is deleted before you confirm it there.
        </p>
      </ConfirmDialog>
      {dialog}
    </section>
  );
}
