import { useId, type ReactNode } from 'react';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './sync-centre.module.css';

interface PartProps {
  readonly title: string;
  /** How many things stand in it; said beside the title when there are any. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** One titled part of the sync centre. */
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

/** A part with nothing in it says what that means. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className={styles.partNothing}>{children}</p>;
}

/** Before the local store is open nothing can be said. */
export function LoadingPart() {
  return (
    <div role="status" className={styles.partNothing}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton />
    </div>
  );
}
