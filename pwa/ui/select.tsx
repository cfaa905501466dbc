import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';
import { ChevronDownIcon } from './icons/action-icons.tsx';

/** The platform's own drop-down, drawn like the other controls. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames(styles.frame, className)}>
      <select {...rest} className={classNames(styles.control, styles.select)} />
      <ChevronDownIcon size="small" />
    </span>
  );
}
