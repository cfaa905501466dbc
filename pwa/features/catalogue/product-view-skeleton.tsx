import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';
import styles from './product-page.module.css';

export function ProductViewSkeleton() {
  return (
    <div className={styles.first} role="status">
      <LoadingHeading>Loading the product</LoadingHeading>
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
