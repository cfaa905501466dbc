import type { ReactNode } from 'react';
import styles from './row-list.module.css';

interface RowListProps {
  /** Read out in place of a heading. */
  readonly label?: string;
  /** Id of the heading above. */
  readonly labelledBy?: string;
  /** `Row` elements. */
  readonly children: ReactNode;
}

/** A ruled list of things with a name, some facts and what can be done with each. */
export function RowList({ label, labelledBy, children }: RowListProps) {
  return (
    <ul className={styles.list} aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}

interface RowProps {
  readonly name: ReactNode;
  /** One element a line. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function Row({ name, children, actions }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <span className={styles.name}>{name}</span>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
