import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';
import { ChevronDownIcon } from './icons/action-icons.tsx';
import { useHydrated } from './use-hydrated.ts';

/** The platform's own drop-down, drawn like the other controls. */
export function Select({ className, disabled, ...rest }: ComponentProps<'select'>) {
  const isLive = useHydrated();
  return (
    <span className={classNames(styles.frame, className)}>
      <select
        {...rest}
        disabled={disabled || !isLive}
        className={classNames(styles.control, styles.select)}
      />
      <ChevronDownIcon size="small" />
    </span>
  );
}
