import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './description-list.module.css';

interface DescriptionListProps {
  /** `columns`: values begin below one another, or below their names where it is narrow. `apart`: readings at the far end. */
  readonly layout?: 'columns' | 'apart';
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** Names with their values, one a line, ruled by hairlines. */
export function DescriptionList({ layout = 'columns', isSmall, children }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.facts, layout === 'apart' && styles.apart, isSmall && styles.small)}>
      {children}
    </dl>
  );
}

interface DescriptionProps {
  readonly name: string;
  /** What the lines above it come to. */
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
