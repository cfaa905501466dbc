import { useState } from 'react';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import type { QueuedFile } from '#pwa/data/files/file-queue.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import { SendingIcon } from '#pwa/ui/icons/state-icons.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Chip, StateChip } from '#pwa/ui/state-chip.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { Part } from './part.tsx';
import { useAttempt } from '../use-attempt.ts';
import styles from './sync-centre.module.css';

/** Files that are not stored on the server yet. Most people never have any, so without one there is no part. */
export function FilesPart() {
  const app = useAppStore();
  const files = useStore(app.files.files) ?? [];
  const accountId = useSession().account?.id;
  const own = files.filter((file) => file.accountId === undefined || file.accountId === accountId);
  const others = files.length - own.length;
  if (files.length === 0) return null;
  return (
    <Part title="Files waiting" count={own.length}>
      {own.length > 0 && (
        <ul className={styles.waitingList}>
          {own.map((file) => (
            <WaitingFile key={file.id} file={file} isSignedIn={accountId !== undefined} />
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className={styles.storagePartNote}>
          {others === 1 ? '1 file is' : `${others} files are`} kept on this device for another account, and
          sent when it signs in here again.
        </p>
      )}
    </Part>
  );
}

interface WaitingFileProps {
  readonly file: QueuedFile;
  readonly isSignedIn: boolean;
}

function WaitingFile({ file, isSignedIn }: WaitingFileProps) {
  const { files } = useAppStore();
  const { attempt, isBusy, failure } = useAttempt();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, size, state, reason } = file;
  const mayRetry = isSignedIn && (state === 'refused' || reason !== undefined);
  return (
    <li className={styles.waitingListWrite}>
      <span className={styles.filesPartName}>{name}</span>
      <span className={styles.waitingListTime}>{formatBytes(size)}</span>
      <FileChip file={file} />
      {isSignedIn ? (
        reason !== undefined && <p className={styles.waitingListNote}>{reason}</p>
      ) : (
        <p className={styles.waitingListNote}>
          It is sent once you sign in. <Link to="/login">Sign in</Link>
        </p>
      )}
      <span className={styles.filesPartActions}>
        {mayRetry && (
          <Button disabled={isBusy} onClick={() => void attempt(() => files.retry(id), 'Trying again.')}>
            Retry<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => setIsAsking(true)}>
          Remove<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </span>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <ConfirmDialog
        title="Remove this file?"
        action="Remove"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void attempt(() => files.remove(id), `${name} is removed.`)}
      >
        <p>
          {name} is only on this device and will not be sent. A product that names it shows a stand-in
          instead.
        </p>
      </ConfirmDialog>
    </li>
  );
}

function FileChip({ file: { state, size, sentBytes } }: { readonly file: QueuedFile }) {
  const { isOnline } = useConnection();
  if (state === 'refused') return <StateChip state="review" />;
  if (state === 'sending' && isOnline) {
    const percent = Math.floor((100 * sentBytes) / size);
    return <Chip tone="sending" text={`Sending, ${percent} %`} Icon={SendingIcon} />;
  }
  if (state === 'processing') return <Chip tone="sending" text="Sent, not ready yet" Icon={SendingIcon} />;
  return <StateChip state="saved" />;
}
