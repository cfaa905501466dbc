import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useConfirmationWatch } from '#pwa/features/sync-centre/recently-confirmed.ts';
import { OfflineIcon, SyncIcon } from '#pwa/ui/icons/state-icons.tsx';
import { HydratedButton } from '#pwa/ui/hydrated-button.tsx';
import styles from './shell.module.css';

const SyncDrawer = lazy(async () => ({
  default: (await import('#pwa/features/sync-centre/sync-drawer.tsx')).SyncDrawer,
}));

/** The way to the sync centre from every screen: quiet, with a count of what waits and a mark for what needs review. */
export function SyncIndicator() {
  const { waiting, isSending, isOnline } = useConnection();
  const rejectedChanges = useRejectedChanges().length;
  const { key } = useLocation();
  // Following a link out of the drawer leaves it behind: it stays open at the place where it was opened.
  const [openAt, setOpenAt] = useState<string>();
  useConfirmationWatch();
  return (
    <>
      <HydratedButton
        className={styles.syncIndicatorButton}
        title="Sync centre"
        aria-label={toLabel(waiting, rejectedChanges, isSending)}
        aria-haspopup="dialog"
        onClick={() => setOpenAt(key)}
      >
        {isOnline ? <SyncIcon /> : <OfflineIcon />}
        {waiting > 0 && <span className={styles.syncIndicatorCount}>{waiting > 99 ? '99+' : waiting}</span>}
        {rejectedChanges > 0 && <span className={styles.syncIndicatorReview} />}
      </HydratedButton>
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
