import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';
import { useHydrated } from './use-hydrated.ts';

/** What is typed before the page answers would be lost when it does, so nothing can be. */
export function TextInput({ className, readOnly, ...rest }: ComponentProps<'input'>) {
  const isLive = useHydrated();
  return (
    <input
      type="text"
      {...rest}
      readOnly={readOnly || !isLive}
      className={classNames(styles.control, className)}
    />
  );
}

/** As `TextInput`, for several lines. */
export function TextArea({ className, readOnly, ...rest }: ComponentProps<'textarea'>) {
  const isLive = useHydrated();
  return (
    <textarea
      rows={6}
      {...rest}
      readOnly={readOnly || !isLive}
      className={classNames(styles.control, styles.area, className)}
    />
  );
}
