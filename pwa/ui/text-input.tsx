import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';
import { useHydrated } from './use-hydrated.ts';

/** Text typed before hydration is kept by `early-input.ts`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  const isHydrated = useHydrated();
  return (
    <input
      type="text"
      {...rest}
      data-not-live={!isHydrated || undefined}
      className={classNames(styles.control, className)}
    />
  );
}

/** Like `TextInput`, for several lines. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const isHydrated = useHydrated();
  return (
    <textarea
      rows={6}
      {...rest}
      data-not-live={!isHydrated || undefined}
      className={classNames(styles.control, styles.area, className)}
    />
  );
}
