import { useId, useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { unlinkGoogle } from '#pwa/data/session/unlink-google.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { useConfirmedCall } from '../confirmed-call.tsx';
import { OfflineNotice } from '../offline-notice.tsx';
import styles from './account.module.css';

/** Shows that the account signs in with Google, and unlinks it. @param props `since`: ISO time */
export function GoogleLink({ since }: { readonly since: string }) {
  const app = useAppStore();
  const titleId = useId();
  const showToast = useToast();
  const { hasPassword = true, hasPasskey = false } = useSession();
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function handleUnlink() {
    setIsBusy(true);
    try {
      if (await call(() => unlinkGoogle(app).then(() => true)))
        showToast({ text: 'Google is unlinked. All other browsers are signed out.' });
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : String(error), tone: 'error' });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <section className={styles.changePassword} aria-labelledby={titleId}>
      <h2 id={titleId}>Google</h2>
      <p>
        Linked since <Instant at={since} />.
      </p>
      {hasPassword || hasPasskey ? (
        <Button disabled={isBusy || !isOnline} onClick={() => setIsAsking(true)}>
          Unlink Google
        </Button>
      ) : (
        <p>Nothing else signs you in. To unlink Google, set a password or add a passkey first.</p>
      )}
      <OfflineNotice>Unlinking Google needs a connection.</OfflineNotice>
      <ConfirmDialog
        title="Unlink Google?"
        action="Unlink"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void handleUnlink()}
      >
        <p>
          All other browsers are signed out. If you log in with Google and the same address again, Google is
          linked again.
        </p>
      </ConfirmDialog>
      {dialog}
    </section>
  );
}
