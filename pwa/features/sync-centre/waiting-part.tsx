import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { findAwaited } from '#pwa/data/files/awaited-files.ts';
import { Link } from '#pwa/ui/link.tsx';
import { findFileIds } from '#shared/api/file-storage.ts';
import { rulesOf } from '#shared/access/decide-access.ts';
import { useHasAccess } from '#pwa/data/session/use-session.ts';
import { retryWaiting, useOutbox, type WaitingDocument } from '#pwa/data/queries/use-outbox.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { subjectOf } from '#pwa/ui/content/subject.ts';
import { StateChip } from '#pwa/ui/state-chip.tsx';
import { LoadingPart, EmptyNote, Part } from './part.tsx';
import { useAttempt } from '../use-attempt.ts';
import styles from './sync-centre.module.css';

/** Unacknowledged writes, in the order they are sent. */
export function WaitingPart() {
  const writes = useOutbox();
  return (
    <Part title="Waiting to be sent" count={writes?.length}>
      {!writes ? (
        <LoadingPart />
      ) : writes.length === 0 ? (
        <EmptyNote>Everything is up to date.</EmptyNote>
      ) : (
        <>
          <ol className={styles.waitingList}>
            {writes.map((write) => (
              <WaitingWrite key={`${write.collection} ${write.documentId}`} write={write} />
            ))}
          </ol>
          <RetryButton />
        </>
      )}
    </Part>
  );
}

function RetryButton() {
  const app = useAppStore();
  const { attempt, isBusy, failure } = useAttempt();
  return (
    <div className={styles.partAction}>
      <Button disabled={isBusy} onClick={() => void attempt(() => retryWaiting(app), 'Trying again.')}>
        Try again now
      </Button>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}

interface AwaitedCount {
  readonly all: number;
  readonly waiting: number;
}

/** How many files a new product names, and for how many of them it waits. */
function useAwaitedFiles({ collection, content, isNew }: WaitingDocument): AwaitedCount {
  const files = useStore(useAppStore().files.files) ?? [];
  if (collection !== 'products' || !isNew) return { all: 0, waiting: 0 };
  return { all: findFileIds(JSON.stringify(content)).length, waiting: findAwaited(files, content).length };
}

interface AwaitedFilesProps {
  readonly write: WaitingDocument;
  readonly awaited: AwaitedCount;
}

function AwaitedFiles({ write, awaited: { all, waiting } }: AwaitedFilesProps) {
  const { files } = useAppStore();
  const { attempt, isBusy, failure } = useAttempt();
  return (
    <div className={styles.waitingListNote}>
      <p>
        {all - waiting} of {all} files sent. A new product is published once its files are stored.
      </p>
      <span className={styles.filesPartActions}>
        <Button
          disabled={isBusy}
          onClick={() => void attempt(() => files.publishNow(write.content), 'Published without waiting.')}
        >
          Publish now
        </Button>
      </span>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}

function WaitingWrite({ write }: { readonly write: WaitingDocument }) {
  const hasAccess = useHasAccess();
  const { refusal } = useConnection();
  const isLocked = rulesOf(write.collection).gate !== undefined && !hasAccess;
  const subject = subjectOf(write.content);
  const awaited = useAwaitedFiles(write);
  const isHeld = write.isParked || awaited.waiting > 0;
  return (
    <li className={styles.waitingListWrite}>
      <span className={styles.waitingListLabel}>
        {write.label}
        {subject && ` · ${subject}`}
      </span>
      <Instant at={write.at} className={styles.waitingListTime} />
      <StateChip state={write.isSending && !isHeld ? 'sending' : 'saved'} />
      {awaited.waiting > 0 && <AwaitedFiles write={write} awaited={awaited} />}
      {refusal !== undefined && <p className={styles.waitingListNote}>{refusal}</p>}
      {refusal === undefined && isLocked && (
        <p className={styles.waitingListNote}>
          It is sent once you enter the access code on this device. <Link to="/ukraine">Enter it</Link>
        </p>
      )}
      {refusal === undefined && write.isParked && (
        <p className={styles.waitingListNote}>
          The server failed on this five times. It is saved here and sent again within the hour; other changes
          don’t wait for it.
        </p>
      )}
    </li>
  );
}
