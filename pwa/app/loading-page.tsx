import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadingHeading } from '#pwa/ui/visually-hidden.tsx';
import styles from './app-pages.module.css';

export function LoadingPage() {
  return (
    <Page title="Loading">
      <div className={styles.stack} role="status">
        <LoadingHeading>Loading</LoadingHeading>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </div>
    </Page>
  );
}
