import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

interface NoticeProps {
  readonly tone?: 'calm' | 'pending' | 'error' | 'confirmed';
  /** `alert` interrupts a screen reader, `status` waits for a pause; omit for a notice that is there from the start. */
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** A message in the flow of the page, next to its subject. */
export function Notice({ tone = 'calm', role, children, actions }: NoticeProps) {
  return (
    <div role={role} className={classNames(styles.notice, styles[tone])}>
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
