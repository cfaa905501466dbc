import { OfflineIcon } from './icons/state-icons.tsx';
import styles from './offline-strip.module.css';

interface OfflineStripProps {
  /** Whether the server is in reach. */
  readonly isOnline: boolean;
  readonly hasNetwork: boolean;
}

/** Always mounted, so that screen readers announce the text when it appears. */
export function OfflineStrip({ isOnline, hasNetwork }: OfflineStripProps) {
  return (
    <div role="status" className={styles.place} data-screen-only>
      {!isOnline && (
        <p className={styles.strip}>
          <OfflineIcon size="small" />
          <span>
            {hasNetwork ? "We can't reach the store right now." : "You're offline."} Everything you do is kept
            on this device.
          </span>
        </p>
      )}
    </div>
  );
}
