import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './order-picker.module.css';

/** Rows in the place of the components while a sketch is fetched from this device. */
export function PickerSkeleton() {
  return (
    <div className={styles.componentPickerWaiting} role="status" aria-label="Loading">
      {Array.from({ length: 8 }, (_none, index) => (
        <Skeleton key={index} shape="title" />
      ))}
    </div>
  );
}
