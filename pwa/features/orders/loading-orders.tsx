import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './orders-page.module.css';

export function LoadingOrders({ text }: { readonly text: string }) {
  return (
    <div role="status" aria-busy="true" className={styles.loadingOrdersLoading}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
