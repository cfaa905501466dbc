import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'line' | 'title' | 'picture';
}

/** A placeholder for loading content. Its container announces the loading in words. */
export function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles.skeleton, styles[shape])} />;
}

/** Says what is loading, above placeholders of its lines. */
export function LoadingText({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={styles.loading}>
      <span>{children}</span>
      <Skeleton />
      <Skeleton />
    </div>
  );
}
