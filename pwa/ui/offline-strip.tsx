import { OfflineIcon } from './icons/state-icons.tsx';
import styles from './offline-strip.module.css';

export const OFFLINE_TEXT = "You're offline. Everything you do is kept on this device.";

/** Always mounted, so that screen readers announce the text when it appears. */
export function OfflineStrip({ isOnline }: { readonly isOnline: boolean }) {
  return (
    <div role="status" className={styles.place} data-screen-only>
      {!isOnline && (
        <p className={styles.strip}>
          <OfflineIcon size="small" />
          <span>{OFFLINE_TEXT}</span>
        </p>
      )}
    </div>
  );
}
