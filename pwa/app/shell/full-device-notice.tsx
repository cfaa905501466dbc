import { useIsDeviceFull } from '#pwa/data/store/use-device-state.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './shell.module.css';

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
