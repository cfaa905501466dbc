import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './product-list.module.css';

const PLACES = [1, 2, 3, 4, 5, 6];

export function ProductGridSkeleton() {
  return (
    <div className={styles.frame} role="status">
      <VisuallyHidden>Loading products</VisuallyHidden>
      <div className={styles.grid}>
        {PLACES.map((place) => (
          <div key={place} className={styles.stack}>
            <Skeleton shape="picture" />
            <Skeleton shape="title" />
            <Skeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
