import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './loading-page.module.css';

export function LoadingPage() {
  return (
    <Page title="Loading">
      <div className={styles.stack} role="status">
        <VisuallyHidden>Loading</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </div>
    </Page>
  );
}
