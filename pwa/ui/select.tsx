import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';
import { ChevronDownIcon } from './icons/action-icons.tsx';
import { useHydrated } from './use-hydrated.ts';

/** The platform's drop-down, styled like the other controls. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  const isHydrated = useHydrated();
  return (
    <span className={classNames(styles.frame, className)}>
      <select
        {...rest}
        data-not-live={!isHydrated || undefined}
        className={classNames(styles.control, styles.select)}
      />
      <ChevronDownIcon size="small" />
    </span>
  );
}
