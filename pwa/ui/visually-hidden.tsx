import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

interface VisuallyHiddenProps {
  readonly children: ReactNode;
  /** Said again whenever it changes. */
  readonly role?: 'status';
}

/** For ears only. */
export function VisuallyHidden({ children, role }: VisuallyHiddenProps) {
  return (
    <span role={role} className={styles.hidden}>
      {children}
    </span>
  );
}

/** Names a screen whose content is on its way; the focus waits for the heading that replaces it. */
export function LoadingHeading({ children }: { readonly children: ReactNode }) {
  return (
    <h1 data-loading className={styles.hidden}>
      {children}
    </h1>
  );
}
