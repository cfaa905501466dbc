import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

interface VisuallyHiddenProps {
  readonly children: ReactNode;
  /** Announces every change of the content. */
  readonly role?: 'status';
}

/** For screen readers only. */
export function VisuallyHidden({ children, role }: VisuallyHiddenProps) {
  return (
    <span role={role} className={styles.hidden}>
      {children}
    </span>
  );
}

/** Names a screen while it loads. Route focus skips it and waits for the heading that replaces it. */
export function LoadingHeading({ children }: { readonly children: ReactNode }) {
  return (
    <h1 data-loading className={styles.hidden}>
      {children}
    </h1>
  );
}
