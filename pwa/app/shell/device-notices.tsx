import { useAppStore } from '#pwa/data/app-store.ts';
import { useDataLoss, useIsDeviceFull } from '#pwa/data/store/use-device-state.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './shell.module.css';

/** Says that the browser evicted this device's data. Always mounted, so that screen readers announce it. */
export function DataLossNotice() {
  const { dataLoss } = useAppStore();
  const lostAt = useDataLoss();
  return (
    <div role="status" data-screen-only>
      {lostAt !== undefined && (
        <div className={styles.dataLossNoticePlace}>
          <Notice tone="pending" actions={<Button onClick={dataLoss.acknowledge}>Understood</Button>}>
            This device&rsquo;s copy was lost: the browser had cleared it by {formatInstant(lostAt)}.
            Everything the server has is fetched again. What had not been sent by then may be gone.
          </Notice>
        </div>
      )}
    </div>
  );
}

/** Says that this device's storage is full. Always mounted, so that screen readers announce it. */
export function FullDeviceNotice() {
  const isFull = useIsDeviceFull();
  return (
    <div role="status" data-screen-only>
      {isFull && (
        <div className={styles.dataLossNoticePlace}>
          <Notice tone="error">
            This device has no room left. What is here can be read; what you write now is not kept until you
            free some space.
          </Notice>
        </div>
      )}
    </div>
  );
}
