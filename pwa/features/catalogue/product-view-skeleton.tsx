import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './product-view.module.css';

export function ProductViewSkeleton() {
  return (
    <div className={styles.first} role="status">
      <VisuallyHidden>Loading the product</VisuallyHidden>
      <Skeleton shape="picture" />
      <div className={styles.stack}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  );
}
