import { ChecksPart } from './checks-part.tsx';
import { ConfirmedPart } from './confirmed-part.tsx';
import { ConnectionPart } from './connection-part.tsx';
import { ReviewPart } from './review-part.tsx';
import { StoragePart } from './storage-part.tsx';
import styles from './sync-centre.module.css';
import { WaitingPart } from './waiting-part.tsx';

/** What this device still has to say to the server, what the server made of it, and how the device is set up. */
export function SyncCentre() {
  return (
    <div className={styles.frame}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <WaitingPart />
          <ReviewPart />
          <ConfirmedPart />
        </div>
        <div className={styles.column}>
          <ConnectionPart />
          <StoragePart />
          <ChecksPart />
        </div>
      </div>
    </div>
  );
}
