import { Link } from '#pwa/ui/link.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { SyncCentre } from './sync-centre.tsx';

interface SyncDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The sync centre as a drawer over the current screen. */
export function SyncDrawer({ isOpen, onClose }: SyncDrawerProps) {
  return (
    <Dialog
      title="Sync centre"
      isDrawer
      isOpen={isOpen}
      onClose={onClose}
      actions={<Link to="/sync">Open as a page</Link>}
    >
      <SyncCentre />
    </Dialog>
  );
}
