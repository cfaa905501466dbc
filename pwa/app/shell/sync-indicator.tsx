import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useConfirmationWatch } from '#pwa/features/sync-centre/recently-confirmed.ts';
import { OfflineIcon, SyncIcon } from '#pwa/ui/icons/state-icons.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import styles from './shell.module.css';

const SyncDrawer = lazyPart(
  async () => (await import('#pwa/features/sync-centre/sync-drawer.tsx')).SyncDrawer,
);

interface SyncIndicatorProps {
  readonly isShown: boolean;
  /** Whether to hide the button for a moment, because it is only about writes that are usually sent by then. */
  readonly isLate: boolean;
}

/** Opens the sync centre from every screen. Shows how many writes wait, and a mark if any need review. */
export function SyncIndicator({ isShown, isLate }: SyncIndicatorProps) {
  const { waiting, isSending, isOnline } = useConnection();
  const rejectedChanges = useRejectedChanges()?.length ?? 0;
  const { key } = useLocation();
  // The drawer belongs to one history entry: following a link hides it, going back shows it again.
  const [openAt, setOpenAt] = useState<string>();
  useConfirmationWatch();
  return (
    <>
      {(isShown || openAt === key) && (
        <button
          type="button"
          className={styles.syncIndicatorButton}
          data-late={isLate || undefined}
          title="Sync centre"
          aria-label={toLabel(waiting, rejectedChanges, isSending)}
          aria-haspopup="dialog"
          onClick={() => setOpenAt(key)}
        >
          {isOnline ? <SyncIcon /> : <OfflineIcon />}
          {waiting > 0 && <span className={styles.syncIndicatorCount}>{waiting > 99 ? '99+' : waiting}</span>}
          {rejectedChanges > 0 && <span className={styles.syncIndicatorReview} />}
        </button>
      )}
      {openAt !== undefined && (
        <Suspense fallback={null}>
          <SyncDrawer isOpen={openAt === key} onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function toLabel(waiting: number, rejectedChanges: number, isSending: boolean): string {
  const parts = [
    'Sync centre',
    waiting > 0 && `${waiting} ${isSending ? 'being sent' : 'waiting to be sent'}`,
    rejectedChanges > 0 && `${rejectedChanges} ${rejectedChanges === 1 ? 'needs' : 'need'} review`,
  ];
  return parts.filter(Boolean).join(', ');
}
