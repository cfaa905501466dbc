import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './loading-orders.module.css';

export function LoadingOrders({ text }: { readonly text: string }) {
  return (
    <div role="status" aria-busy="true" className={styles.loading}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
