import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './control.module.css';
import { useHydrated } from './use-hydrated.ts';

/** Read-only until hydration, because text typed before that would be lost. */
export function TextInput({ className, readOnly, ...rest }: ComponentProps<'input'>) {
  const isHydrated = useHydrated();
  return (
    <input
      type="text"
      {...rest}
      readOnly={readOnly || !isHydrated}
      className={classNames(styles.control, className)}
    />
  );
}

/** Like `TextInput`, for several lines. */
export function TextArea({ className, readOnly, ...rest }: ComponentProps<'textarea'>) {
  const isHydrated = useHydrated();
  return (
    <textarea
      rows={6}
      {...rest}
      readOnly={readOnly || !isHydrated}
      className={classNames(styles.control, styles.area, className)}
    />
  );
}
