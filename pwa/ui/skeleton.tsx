import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'line' | 'title' | 'picture';
}

/** A placeholder for loading content. Its container announces the loading in words. */
export function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles.skeleton, styles[shape])} />;
}
