import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './description-list.module.css';

interface DescriptionListProps {
  /** `columns`: values share a column, or go below their names if it is narrow. `apart`: values are at the far edge. */
  readonly layout?: 'columns' | 'apart';
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** Names with their values, one pair per line, separated by hairlines. */
export function DescriptionList({ layout = 'columns', isSmall, children }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.facts, layout === 'apart' && styles.apart, isSmall && styles.small)}>
      {children}
    </dl>
  );
}

interface DescriptionProps {
  readonly name: string;
  /** Whether it is the total of the lines above. */
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}

export function Description({ name, isTotal, children }: DescriptionProps) {
  return (
    <div className={classNames(styles.fact, isTotal && styles.total)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
