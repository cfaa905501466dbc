import { OfflineIcon } from './icons/state-icons.tsx';
import styles from './offline-strip.module.css';
import { toOutage } from './outage.ts';

interface OfflineStripProps {
  /** Whether the server is in reach. */
  readonly isOnline: boolean;
  readonly hasNetwork: boolean;
  /** The server's words if it refuses this device. */
  readonly refusal?: string | undefined;
}

/** Always mounted, so that screen readers announce the text when it appears. */
export function OfflineStrip({ isOnline, hasNetwork, refusal }: OfflineStripProps) {
  return (
    <div role="status" className={styles.place} data-screen-only>
      {(!isOnline || refusal !== undefined) && (
        <p className={styles.strip}>
          <OfflineIcon size="small" />
          <span>
            {isOnline ? refusal : `${toOutage(hasNetwork)} Everything you do is kept on this device.`}
          </span>
        </p>
      )}
    </div>
  );
}
