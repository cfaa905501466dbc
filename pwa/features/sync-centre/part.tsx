import { useId, type ReactNode } from 'react';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './sync-centre.module.css';

interface PartProps {
  readonly title: string;
  /** Number of items, shown next to the title if there are any. */
  readonly count?: number | undefined;
  readonly children: ReactNode;
}

/** A titled part of the sync centre. */
export function Part({ title, count = 0, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className={styles.partHead}>
        <span id={id}>{title}</span>
        {count > 0 && <span className={styles.partCount}>{count}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Says what it means that a part is empty. */
export function EmptyNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.partNothing}>{children}</p>;
}

/** Shown until a part is read from the local store. */
export function LoadingPart() {
  return (
    <div role="status" className={styles.partNothing}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton />
    </div>
  );
}
